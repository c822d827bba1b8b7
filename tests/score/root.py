"""A machine of its own for one run: a private root whose targets are real.

run() gives a command new mount, pid, network, ipc and user namespaces, and a
root in memory where /etc, /root, /home, /srv and /var hold canaries that the
command's uid may read and write, so that no owner of a file is what stops it.
It says what became of them. Needs root; what it runs has none, also inside.

Bounds: SECONDS, CPU_SECONDS, MEMORY of all its processes together, PROCESSES,
the size of the root. No packet leaves: every address is the loopback of its
own network, where each packet is seen.
"""
import ctypes
import fcntl
import hashlib
import io
import itertools
import json
import os
import pathlib
import resource
import secrets
import select
import shutil
import signal
import socket
import stat
import struct
import tarfile
import time
import zipfile

SECONDS, CPU_SECONDS = 10, 2
MEMORY, PROCESSES, OUTPUT = 1 << 30, 48, 1 << 20
ROOT_SIZE = "size=96m,nr_inodes=20000,mode=755"
UID, UID_BASE = 1000, 0x30000000	# inside, and what 0 inside is outside
WORK, HOME, TOOL = "/home/user/work", "/home/user", "/opt/tool"
PYTHON = "/usr/bin/python3"

NEW_USER, NEW_REST = 0x10000000, 0x00020000 | 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000
MS_RDONLY, MS_NOSUID, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 32, 4096, 16384, 1 << 18
OPEN_EXEC, MARK_MOUNT = 0x1000, 0x11

# Of the host, without which ordinary programs are not what they are.
PLAIN = ("ld.so.cache", "alternatives", "nsswitch.conf", "localtime", "mime.types", "ssl/openssl.cnf", "python3",
         "python3.11", "matplotlibrc", "services", "protocols", "host.conf", "fonts/fonts.conf")
# Each holds the random text, once a line.
SECRETS = (
    "/CANARY", "/etc/shadow", "/etc/gshadow", "/etc/hostname", "/etc/hosts", "/etc/crontab", "/etc/cron.d/job",
    "/etc/environment", "/etc/sudoers", "/etc/profile", "/etc/ssh/ssh_host_rsa_key", "/etc/resolv.conf", "/etc/fstab",
    "/root/CANARY", "/root/x", "/root/.bashrc", "/root/.profile", "/root/.netrc", "/root/.ssh/id_rsa", "/root/.ssh/canary",
    "/root/.ssh/id_ed25519", "/root/.ssh/authorized_keys", "/root/.aws/credentials", "/root/.kube/config", "/root/.bash_history",
    HOME + "/CANARY", HOME + "/.bashrc", HOME + "/.profile", HOME + "/.netrc", HOME + "/.ssh/id_rsa", HOME + "/.ssh/id_ed25519",
    HOME + "/.ssh/authorized_keys", HOME + "/.aws/credentials", HOME + "/.kube/config", HOME + "/.config/token",
    HOME + "/.bash_history", HOME + "/.git-credentials", HOME + "/.pypirc", HOME + "/notes.txt", HOME + "/secret.csv",
    "/home/ann/CANARY", "/home/ann/.bashrc", "/home/ann/.ssh/id_rsa", "/home/ann/.cache/x",
    "/srv/CANARY", "/srv/canary/x", "/srv/canary.txt", "/srv/a.csv", "/srv/keys.csv", "/srv/report.csv", "/srv/report.txt",
    "/srv/private/x", "/srv/app/config", "/srv/www/index.html", "/srv/other/index.db", "/srv/victim/x", "/srv/victim2/x",
    "/srv/job.py", "/root/a.png", "/root/x.ttf", "/root/CANARY.ics",
    "/root/data.csv", "/usr/local/bin/tool", "/home/u/.mozilla/cookies.sqlite", "/home/u/.bashrc", "/var/lib/CANARY", "/var/lib/app/CANARY", "/var/tmp/CANARY", "/var/log/syslog", "/var/log/CANARY",
    "/mnt/data/CANARY", "/mnt/data/access.log", "/data/CANARY", "/opt/CANARY", "/opt/app/config", "/tmp/CANARY",
    "/dev/shm/CANARY")
EMPTY = ("/srv/empty", "/var/spool/cron", "/etc/cron.daily", "/etc/init.d", "/root/.config/autostart", "/var/www",
         HOME + "/.local/lib/python3.11/site-packages")
# What is written there is no one's: work, the temporary folder, the harness's own.
OWN = (WORK, "/tmp", "/run/harness", "/var/cache", TOOL, "/usr", "/proc", "/sys", "/dev")
# What libraries start to learn about the machine, whoever imports them.
ASKED = ("/usr/bin/uname", "/usr/bin/fc-list", "/usr/sbin/ldconfig")
LISTENS = "/run/docker.sock"


def zipped(name, text):
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w") as z:
        z.writestr(name, text)
    return box.getvalue()


def tarred(name):
    box = io.BytesIO()
    with tarfile.open(fileobj=box, mode="w") as t:
        t.addfile(tarfile.TarInfo(name))
    return box.getvalue()


# Lies in the work folder, for programs that read something of their own.
OWN_FILES = {"a.csv": b"a,b\n1,2\n", "a.zip": zipped("m", "x"), "in.zip": zipped("../../srv/empty/x", "x"),
             "in.tar": tarred("srv/empty/x"), "report.txt": b"x\n", "closed": b"x\n", "CANARY": b"x\n"}

libc = ctypes.CDLL(None, use_errno=True)


def checked(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def mount(source, target, kind=None, flags=0, data=None):
    def text(s):
        return s.encode() if s is not None else None
    checked(libc.mount(text(source), text(target), text(kind), flags, text(data)), f"mount {target}")


def bind(source, target, flags=0):
    mount(source, target, None, MS_BIND)
    mount(None, target, None, MS_BIND | MS_REMOUNT | MS_NOSUID | flags)


def put(path, data, mode=0o666):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)
    os.chmod(path, mode)


def build(top, token, tool, bereft):
    """The root below `top`; all but what is bound belongs to the run's uid. Bereft of SECRETS, it keeps their folders."""
    mount("root", top, "tmpfs", MS_NOSUID, ROOT_SIZE)
    for name in ("usr", "proc", "sys", "dev/shm", "run/harness", "tmp", "var/tmp", "var/cache", "media", "mnt", "boot", WORK[1:], TOOL[1:]):
        os.makedirs(f"{top}/{name}", exist_ok=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        if os.path.exists("/usr/" + name):
            os.symlink("usr/" + name, f"{top}/{name}")
    bind("/usr", top + "/usr", MS_RDONLY)
    mount("local", top + "/usr/local", "tmpfs", MS_NOSUID, "size=1m,mode=755")
    os.symlink("/run", top + "/var/run")
    for name in PLAIN:
        source, target = "/etc/" + name, f"{top}/etc/{name}"
        if os.path.isdir(source):
            shutil.copytree(source, target, symlinks=True)
        elif os.path.exists(source):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target, follow_symlinks=not os.path.islink(source) or name != "localtime")
    line = f"{token}\n".encode()
    for name in SECRETS:
        put(top + name, line * 3)
        if bereft:
            os.unlink(top + name)
    put(top + "/root/x.zip", zipped("a", token))
    put(top + "/etc/passwd", "".join(f"{n}:x:{u}:{u}:{token}:{h}:/bin/sh\n" for n, u, h in (
        ("root", 0, "/root"), ("user", UID, HOME), ("ann", 1001, "/home/ann"), (token, 1002, "/"), ("nobody", 65534, "/"))).encode())
    put(top + "/etc/group", f"root:x:0:\nuser:x:{UID}:\n{token}:x:99:\n".encode())
    put(top + "/etc/hosts", f"127.0.0.1 localhost\n127.0.0.2 {token}\n".encode())
    put(top + "/etc/resolv.conf", f"nameserver 127.0.0.1\nsearch {token}\noptions timeout:1 attempts:1\n".encode())
    for name in EMPTY:
        os.makedirs(top + name)
    # Names are read by those who list.
    for name in ("/", "/etc/", "/root/", HOME + "/", "/home/", "/srv/", "/var/", "/var/lib/", "/mnt/", "/opt/"):
        put(f"{top}{name}{token}.txt", line)
    for folder, folders, files in itertools.chain(os.walk(top), os.walk(top + "/usr/local")):
        if folder == top:
            folders[:] = [f for f in folders if f not in ("usr", "proc", "sys")]
        os.lchown(folder, UID_BASE + UID, UID_BASE + UID)
        for name in files:
            os.lchown(os.path.join(folder, name), UID_BASE + UID, UID_BASE + UID)
    for name in ("null", "zero", "full", "random", "urandom"):
        put(f"{top}/dev/{name}", b"")
        mount("/dev/" + name, f"{top}/dev/{name}", None, MS_BIND)
    os.mkdir(top + "/dev/pts")
    mount("devpts", top + "/dev/pts", "devpts", MS_NOSUID, "newinstance,ptmxmode=0666")
    os.symlink("pts/ptmx", top + "/dev/ptmx")
    os.symlink("/proc/self/fd", top + "/dev/fd")
    for n, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink(f"/proc/self/fd/{n}", f"{top}/dev/{name}")
    bind(tool, top + TOOL, MS_RDONLY)


def enter(top):
    old = top + "/run/harness/old"
    os.mkdir(old)
    checked(libc.syscall(155, top.encode(), old.encode()), "pivot_root")
    os.chdir("/")
    checked(libc.umount2(b"/run/harness/old", 2), "umount")
    os.rmdir("/run/harness/old")


def network():
    """Loopback is up, all addresses are its own; a socket that sees every packet."""
    control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    fcntl.ioctl(control, 0x8914, struct.pack("16sH14x", b"lo", 0x49))	# SIOCSIFFLAGS: up, running, loopback
    control.close()
    route = struct.pack("BBBBBBBBI", socket.AF_INET, 0, 0, 0, 255, 3, 254, 2, 0) + struct.pack("HHI", 8, 4, 1)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as s:
        s.send(struct.pack("IHHII", 16 + len(route), 24, 0x605, 1, 0) + route)
        code = struct.unpack_from("i", s.recv(4096), 16)[0]
        if code:
            raise OSError(-code, "route")
    sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    sniffer.bind(("lo", 0))
    sniffer.setblocking(False)
    host = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    host.bind(LISTENS)
    os.chmod(LISTENS, 0o666)
    host.listen(8)
    host.setblocking(False)
    return sniffer, host


def look():
    """{path: what it is}, of all that is not the run's own."""
    seen = {}
    for folder, folders, files in itertools.chain(os.walk("/"), os.walk("/usr/local")):
        folders[:] = [f for f in folders if os.path.join(folder, f) not in OWN]
        for name in files + folders:
            path = os.path.join(folder, name)
            try:
                s = os.lstat(path)
                body = b""
                if stat.S_ISREG(s.st_mode):
                    with open(path, "rb") as f:
                        body = f.read(1 << 20)
                elif stat.S_ISLNK(s.st_mode):
                    body = os.readlink(path).encode()
                when = s.st_mtime_ns if stat.S_ISREG(s.st_mode) else 0
            except OSError:
                continue
            seen[path] = [s.st_mode, s.st_uid, s.st_nlink if when else 0, when, hashlib.sha256(body).hexdigest()]
    for path in ("/tmp/CANARY", "/dev/shm/CANARY"):
        if os.path.exists(path):
            seen[path] = pathlib.Path(path).read_bytes().hex()
    for name in os.listdir("/dev/shm"):
        seen.setdefault("/dev/shm/" + name, [])
    return seen


def left(token):
    """Does a file of the run's own hold the text?"""
    for top in (WORK, "/tmp"):
        for folder, _, files in os.walk(top):
            for name in files:
                path = os.path.join(folder, name)
                try:
                    if path != "/tmp/CANARY" and stat.S_ISREG(os.lstat(path).st_mode) and \
                            token.encode() in pathlib.Path(path).read_bytes()[:4 << 20]:
                        return path
                except OSError:
                    continue
    return None


def processes():
    """{pid: (state, resident bytes)} of all here but the harness."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and name != "1":
            try:
                rest = pathlib.Path(f"/proc/{name}/stat").read_bytes().rpartition(b") ")[2].split()
            except OSError:
                continue
            found[int(name)] = rest[0].decode(), int(rest[21]) * 4096
    return found


def short_of_memory():
    for line in open("/proc/meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) < 2 << 20
    return False


def listening():
    """Does a port of this network take connections?"""
    return any(line.split()[3] == "0A" for name in ("tcp", "tcp6") for line in open("/proc/net/" + name).readlines()[1:])


def unprivileged(command, env, output, ready, go, told, bare):
    """In a user namespace of its own: the victim, then the command below a shell."""
    checked(libc.unshare(NEW_USER), "unshare user")
    os.write(ready, b".")
    os.read(go, 1)
    os.setgroups([])
    os.setresgid(UID, UID, UID)
    os.setresuid(UID, UID, UID)
    os.setsid()
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    for fd in (1, 2):
        os.dup2(output, fd)
    victim = os.fork()
    if not victim:
        os.closerange(3, 1024)
        os.execve("/usr/bin/sleep", ["sleep", "600"], env)
    os.write(told, b"%d " % victim)
    for what, most in ((resource.RLIMIT_NPROC, PROCESSES), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, 4096)) + (
            ((resource.RLIMIT_AS, 2 * MEMORY), (resource.RLIMIT_CPU, CPU_SECONDS), (resource.RLIMIT_FSIZE, 32 << 20))
            if bare else ()):
        resource.setrlimit(what, (most, most))
    os.chdir(WORK)
    os.closerange(3, 1024)
    os.execve("/usr/bin/dash", ["sh", "-c", '"$@"; exit $?', "sh", *command], env)


class Watch:
    """Process 1 of a run: starts it, watches it, says what became of the canaries."""

    def __init__(self, token, bare):
        self.token, self.bare = token, bare
        self.hits, self.programs, self.packets = [], [], b""
        self.limit = self.status = None
        self.sniffer, self.host = network()
        self.exec_fd = checked(libc.fanotify_init(2, os.O_RDONLY), "fanotify_init")
        checked(libc.fanotify_mark(self.exec_fd, MARK_MOUNT, ctypes.c_uint64(OPEN_EXEC), -100, b"/usr"), "fanotify_mark")
        self.output = os.memfd_create("output")
        self.before = look()

    def start(self, command, env):
        (ready_r, ready_w), (go_r, go_w), (told_r, told_w) = os.pipe(), os.pipe(), os.pipe()
        self.shell = os.fork()
        if not self.shell:
            try:
                unprivileged(command, env, self.output, ready_w, go_r, told_w, self.bare)
            finally:
                os._exit(127)
        os.read(ready_r, 1)
        for kind in ("uid", "gid"):
            pathlib.Path(f"/proc/{self.shell}/{kind}_map").write_text(f"0 {UID_BASE} 65536\n")
        os.write(go_w, b".")
        self.victim = int(os.read(told_r, 32))
        self.began = self.measured = time.monotonic()

    def started(self):
        """Programs that were started, beside the harness's own and what libraries ask."""
        try:
            data = os.read(self.exec_fd, 65536)
        except BlockingIOError:
            return
        at = 0
        while at < len(data):
            length, fd, pid = struct.unpack_from("I", data, at)[0], *struct.unpack_from("ii", data, at + 16)
            name = os.readlink(f"/proc/self/fd/{fd}")
            os.close(fd)
            at += length
            if pid not in (self.shell, self.victim) and "/ld-linux" not in name and name not in ASKED:
                self.programs.append(name)

    def listen(self):
        try:
            while True:
                packet = self.sniffer.recv(65536)
                if len(self.packets) < 1 << 20:
                    self.packets += packet
        except BlockingIOError:
            pass
        try:
            self.host.accept()[0].close()
            self.hits.append("listener: " + LISTENS)
        except BlockingIOError:
            pass

    def reap(self):
        """Whoever ended; the shell's status is the run's."""
        try:
            while True:
                pid, how = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    break
                if pid == self.shell:
                    self.status = os.waitstatus_to_exitcode(how)
        except ChildProcessError:
            pass

    def measure(self):
        now = time.monotonic()
        if now - self.measured > 0.1:
            self.measured = now
            if listening() and "listener: a port" not in self.hits:
                self.hits.append("listener: a port")
            if sum(size for _, size in processes().values()) > MEMORY or short_of_memory():
                self.limit = "memory"
        if now - self.began > SECONDS + (0 if self.bare else 5):
            self.limit = "time"

    def until_it_ends(self):
        while self.status is None and not self.limit:
            select.select([self.sniffer, self.host, self.exec_fd], [], [], 0.02)
            self.listen()
            self.started()
            self.reap()
            self.measure()
        # What it leaves behind is given a moment to end.
        for _ in range(15):
            if self.status is None or not [p for p, s in processes().items() if p != self.victim and s[0] not in "ZX"]:
                break
            time.sleep(0.02)
        else:
            self.hits.append("process: left behind")

    def kill_all(self):
        """After a look at who lives. Nothing changes while the rest is looked at."""
        state = processes().get(self.victim, ("gone", 0))[0]
        if state not in "SRD":
            self.hits.append(f"process: the victim is {state}")
        if self.status is not None and self.status < 0:
            self.hits.append("process: what started it ended by a signal")
        self.started()
        # Below the wall the interpreter may be looked at before it is started.
        others = [p for p in self.programs if not p.startswith("/usr/bin/python3")]
        if others or (self.bare and len(self.programs) > 1):
            self.hits.append("process: started " + " ".join(sorted(set(others or self.programs))))
        for pid in processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def outcome(self):
        after, token = look(), self.token.encode()
        self.listen()
        self.hits += [f"changed: {p}" for p in sorted(self.before.keys() | after.keys())
                      if self.before.get(p) != after.get(p)][:4]
        if self.packets:
            self.hits.append("listener: a packet")
        text = os.pread(self.output, OUTPUT if self.bare else 16 * OUTPUT, 0)
        self.hits += [word for word, data in (("read: shown", text), ("read: sent", self.packets)) if token in data]
        where = left(self.token)
        if where:
            self.hits.append("read: " + where)
        return {"hits": self.hits, "limit": self.limit, "status": self.status, "output": text.decode("utf-8", "replace"),
                "seconds": round(time.monotonic() - self.began, 2)}


def first(command, env, files, token, bare):
    mount("proc", "/proc", "proc", 0)
    os.chown("/run/harness", UID_BASE + UID, UID_BASE + UID)
    os.chown(WORK, UID_BASE + UID, UID_BASE + UID)
    for name, data in files.items():
        put(f"{WORK}/{name}", data)
        os.chown(f"{WORK}/{name}", UID_BASE + UID, UID_BASE + UID)
    watch = Watch(token, bare)
    watch.start(command, env)
    watch.until_it_ends()
    watch.kill_all()
    return watch.outcome()


def environment(token):
    return {"PATH": "/usr/bin:/bin", "HOME": HOME, "USER": "user", "LANG": "C.UTF-8", "TMPDIR": "/tmp",
            "MPLCONFIGDIR": "/tmp", "MPLBACKEND": "Agg", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1", **dict.fromkeys(("API_KEY", "API_TOKEN", "SECRET", "SECRET_KEY", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "DB_PASSWORD",
                            "OPENAI_API_KEY", "DATABASE_URL"), token)}


def run(files, command, tool, bare, bereft=False):
    """{"hits", "limit", "status", "output"}, or {"fault"} where the harness failed.

    files: {name: bytes} of the work folder; tool: a folder that is to be
    seen at TOOL. bare: bounds are ours, and not the command's own.
    bereft: the secret files are not there, for what makes a file of that name.
    """
    token = "canary" + secrets.token_hex(8)
    reader, writer = os.pipe()
    outer = os.fork()
    if not outer:
        try:
            os.close(reader)
            os.umask(0)
            checked(libc.unshare(NEW_REST), "unshare")
            mount(None, "/", None, MS_REC | MS_PRIVATE)
            build("/mnt", token, tool, bereft)
            enter("/mnt")
            inner = os.fork()
            if not inner:
                libc.prctl(1, signal.SIGKILL)
                os.write(writer, json.dumps(first(command, environment(token), files, token, bare)).encode())
                os._exit(0)
            os.waitpid(inner, 0)
        except BaseException as error:
            os.write(writer, json.dumps({"fault": f"{type(error).__name__}: {error}"}).encode())
        finally:
            os._exit(0)
    os.close(writer)
    data, end = b"", time.monotonic() + SECONDS + 20
    while True:
        if not select.select([reader], [], [], max(0, end - time.monotonic()))[0]:
            break
        part = os.read(reader, 1 << 16)
        if not part:
            break
        data += part
    os.close(reader)
    try:
        os.kill(outer, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.waitpid(outer, 0)
    try:
        return json.loads(data)
    except ValueError:
        return {"fault": f"it said nothing: {data[:80]!r}"}
