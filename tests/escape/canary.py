"""What an attack is aimed at: each kind makes a thing, says how a sample finds
it, and afterwards whether the attack reached it.

A canary belongs to the unprivileged uid that the attack runs as, so that only
the supervisor, and not the owner of a file, can be what stopped it.
"""
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

PYTHON = "/usr/bin/python3"
NOBODY = 65534


def as_nobody():
    """Arguments of subprocess that make a process as unprivileged as a tracee."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def give(path):
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


class Canary:
    """The base: a secret file in a folder that everyone may enter."""
    wrapper = ()		# put before the command of the control
    pass_fds = ()
    environment = {}

    def __init__(self):
        self.token = "TOKEN" + secrets.token_hex(12)
        # Not in /tmp: by that name a run finds a folder of its own, and would
        # miss the canary without anything that guards it.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="canary-", dir="/var/tmp"))
        self.folder.chmod(0o777)
        give(self.folder)
        self.file = self.folder / "canary.txt"
        self.file.write_text(self.token)
        self.file.chmod(0o666)
        give(self.file)
        self.value = str(self.file)
        self.make()

    def make(self):
        pass

    def reached(self, output, status):
        """True if the attack got what it wanted."""
        return self.token.encode() in output

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Folder(Canary):
    def make(self):
        (self.folder / self.token).touch()
        self.value = str(self.folder)


class Link(Canary):
    def make(self):
        link = self.folder / "link"
        link.symlink_to(self.token)
        self.value = str(link)


class Size(Canary):
    def make(self):
        self.size = 40000 + secrets.randbelow(20000)
        self.file.write_bytes(b"x" * self.size)

    def reached(self, output, status):
        return f"SIZE {self.size}".encode() in output


class Kept(Canary):
    """Nothing in the folder may change."""

    def make(self):
        self.before = self.look()

    def look(self):
        seen = {}
        for path in sorted(self.folder.iterdir()):
            s = path.lstat()
            body = path.read_bytes() if path.is_file() and not path.is_symlink() else None
            marks = [] if path.is_symlink() else os.listxattr(path)
            seen[path.name] = (s.st_mode, s.st_size, s.st_mtime_ns, body, marks)
        return seen

    def reached(self, output, status):
        return self.look() != self.before


class Shm(Canary):
    def make(self):
        self.value = "/dev/shm/" + self.token

    def reached(self, output, status):
        return os.path.exists(self.value)

    def close(self):
        super().close()
        if os.path.exists(self.value):
            os.unlink(self.value)


class Run(Canary):
    """A program outside that leaves a mark when it runs."""

    def make(self):
        self.mark = self.folder / "mark"
        program = self.folder / "program"
        program.write_text(f"#!/bin/sh\n: > '{self.mark}'\n")
        program.chmod(0o755)
        self.value = str(program)

    def reached(self, output, status):
        return self.mark.exists()


class Touch(Run):
    """A mark that a program named touch would leave."""

    def make(self):
        self.mark = self.folder / "mark"
        self.value = str(self.mark)


class Print(Canary):
    def reached(self, output, status):
        return b"ESCAPED" in output


class Late(Print):
    """For limits that are sampled: the run must not end well afterwards."""

    def reached(self, output, status):
        return b"ESCAPED" in output and status == 0


class Flood(Canary):
    def reached(self, output, status):
        return len(output) > 1 << 20


class Inherited(Canary):
    def make(self):
        self.fd = os.open(self.file, os.O_RDONLY)
        self.pass_fds = (self.fd,)

    def close(self):
        os.close(self.fd)
        super().close()


class ParentEnviron(Canary):
    wrapper = ("/bin/sh", "-c", '"$@"; exit $?', "sh")

    def make(self):
        self.environment = {"PARENT_SECRET": self.token}


class Parent(Canary):
    """The process above must live on."""
    wrapper = ("/bin/sh", "-c", '"$@"; echo survived', "sh")

    def reached(self, output, status):
        return b"survived" not in output


class Victim(Canary):
    """A process of the same uid, outside the tree."""

    def make(self):
        program = ("import ctypes, sys, time\n"
                   "token = ctypes.create_string_buffer(sys.argv[1].encode())\n"
                   "print(ctypes.addressof(token), flush=True)\n"
                   "time.sleep(120)\n")
        self.process = subprocess.Popen([PYTHON, "-I", "-c", program, self.token],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        start_new_session=True, **as_nobody())
        self.address = int(self.process.stdout.readline())
        self.value = str(self.process.pid)
        self.before = self.look()

    def look(self):
        pid = self.process.pid
        return (pathlib.Path(f"/proc/{pid}/limits").read_text(),
                os.getpriority(os.PRIO_PROCESS, pid))

    def reached(self, output, status):
        time.sleep(0.1)
        return self.process.poll() is not None or self.look() != self.before

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        super().close()


class VictimCmdline(Victim):
    def reached(self, output, status):
        return self.token.encode() in output


class VictimMemory(Victim):
    def make(self):
        super().make()
        self.value = f"{self.process.pid}:{self.address}:{len(self.token)}"

    def reached(self, output, status):
        return self.token.encode() in output


class Listen(Canary):
    """A socket of the harness that nobody may reach."""
    family, kind = socket.AF_INET, socket.SOCK_STREAM

    def address(self):
        return ("127.0.0.1", 0)

    def name(self):
        return "%s:%d" % self.socket.getsockname()

    def make(self):
        self.socket = socket.socket(self.family, self.kind)
        self.socket.bind(self.address())
        self.value = self.name()
        self.seen = threading.Event()
        if self.kind == socket.SOCK_STREAM:
            self.socket.listen(8)
        self.socket.settimeout(0.2)
        self.running = True
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while self.running:
            try:
                if self.kind == socket.SOCK_STREAM:
                    self.socket.accept()[0].close()
                else:
                    self.socket.recv(100)
            except socket.timeout:
                continue
            except OSError:
                return
            self.seen.set()

    def reached(self, output, status):
        return self.seen.wait(0.5)

    def close(self):
        self.running = False
        self.thread.join()
        self.socket.close()
        super().close()


class Udp(Listen):
    kind = socket.SOCK_DGRAM


class Unix(Listen):
    family = socket.AF_UNIX

    def address(self):
        return str(self.folder / "socket")

    def name(self):
        path = self.address()
        os.chmod(path, 0o777)
        return path


class Abstract(Unix):
    def address(self):
        return "\0" + self.token

    def name(self):
        return self.token


class Orphan(Canary):
    """No process of the attack may be left: each has the token among its words."""

    def left(self):
        found = []
        for entry in os.listdir("/proc"):
            if entry.isdigit() and int(entry) != os.getpid():
                try:
                    words = pathlib.Path("/proc", entry, "cmdline").read_bytes()
                except OSError:
                    continue
                if self.token.encode() in words:
                    found.append(int(entry))
        return found

    def reached(self, output, status):
        time.sleep(0.5)
        return bool(self.left())

    def close(self):
        # One that hands over to the next needs more than one look.
        for _ in range(200):
            pids = self.left()
            if not pids:
                break
            for pid in pids:
                try:
                    os.kill(pid, 9)
                except OSError:
                    pass
        super().close()


KINDS = {
    "secret": Canary, "folder": Folder, "link": Link, "size": Size, "write": Kept,
    "mode": Kept, "mtime": Kept, "xattr": Kept, "shm": Shm, "run": Run, "touch": Touch,
    "print": Print, "late": Late, "path-print": Print, "flood": Flood, "inherited": Inherited,
    "parent-environ": ParentEnviron, "parent": Parent, "victim": Victim,
    "victim-limits": Victim, "victim-priority": Victim, "victim-cmdline": VictimCmdline,
    "victim-memory": VictimMemory, "listen": Listen, "udp": Udp, "unix": Unix,
    "abstract": Abstract, "orphan": Orphan, "none": Print,
}

if __name__ == "__main__":
    sys.exit("canary.py is used by run")
