"""The attacks on the ledger, each beside what it holds as the host sees it."""
import contextlib
import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from harness import BUILD, ROOT, TOOL, environment

HERE = pathlib.Path(__file__).resolve().parent
MIB = 1 << 20
PAGE = os.sysconf("SC_PAGE_SIZE")
USER = {"user": 65534, "group": 65534, "extra_groups": []} if ROOT else {}


def memory(*names):
    """Of /proc/meminfo, in bytes: the first, less the others."""
    text = dict(line.split(":") for line in open("/proc/meminfo"))
    first, *others = [int(text[name].split()[0]) << 10 for name in names]
    return first - sum(others)


def shared():
    return memory("Shmem")


def private():
    return memory("AnonPages")


def tables():
    return memory("PageTables")


def free_by_processor():
    """What each processor keeps free for itself, which MemFree does not count: up to an eighth of all, since 6.7."""
    return sum(map(int, re.findall(r"^ +count: +(\d+)$", open("/proc/zoneinfo").read(), re.M))) * PAGE


def buffers():
    """What is neither free, nor a file's, nor a process's own."""
    return memory("MemTotal", "MemFree", "Buffers", "Cached", "SReclaimable", "AnonPages", "PageTables",
                  "KernelStack") - free_by_processor()


class Place:
    """Where runs have their folders: where it may be, a file system that nobody else uses."""

    def __init__(self):
        libc = ctypes.CDLL(None)
        # Both end with us: the namespace, and what is mounted in it.
        self.own = ROOT and not str(BUILD).startswith("/tmp/") and libc.unshare(0x20000) == 0 and \
            libc.mount(b"none", b"/", None, 0x44000, None) == 0 and \
            libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, b"size=400m,mode=1777") == 0
        self.dir = tempfile.mkdtemp(prefix="sallyport-test-", dir="/tmp")
        os.chmod(self.dir, 0o755)
        self.program = os.path.join(self.dir, "hoard")
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-O2", "-D_GNU_SOURCE", "-w", "-o", self.program,
                        *map(str, sorted(HERE.glob("hoard*.c"))), "-pthread"], check=True)

    def close(self):
        shutil.rmtree(self.dir, ignore_errors=True)

    def disk(self):
        held = os.statvfs(self.dir)
        return (held.f_blocks - held.f_bfree) * held.f_frsize

    def names(self):
        held = os.statvfs(self.dir)
        return held.f_files - held.f_ffree


class Peak(threading.Thread):
    """The most that was held since it began, more than then."""

    def __init__(self, held):
        super().__init__(daemon=True)
        self.held, self.done = held, False
        # What was held before this may still be on its way back.
        self.before = self.most = min(self.settled() for _ in range(20))

    def settled(self):
        time.sleep(.01)
        return self.held()

    def run(self):
        # Much is held for a moment only: it must not wait for a processor.
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(threading.get_native_id(), os.SCHED_RR, os.sched_param(1))
        while not self.done:
            self.most = max(self.most, self.held())
            time.sleep(.001)

    def stop(self):
        self.done = True
        self.join()
        return self.most - self.before


class Run:
    def __init__(self, command, held, **more):
        peak = Peak(held) if held else None
        if peak:
            peak.start()
        start = time.monotonic()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, **more)
        self.took = time.monotonic() - start
        self.status, self.out, self.err = done.returncode, done.stdout.decode(), done.stderr.decode()
        self.peak = peak.stop() if peak else 0


def bare(place, held, *args):
    with tempfile.TemporaryDirectory(prefix="bare-", dir=place.dir) as folder:
        os.chmod(folder, 0o777)
        return Run([place.program, *map(str, args)], held, cwd=folder, **USER)


def killed(place, *args):
    """How long the kernel takes to end it, with nobody looking; in milliseconds."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)     # whose parents are gone are ours
    with tempfile.TemporaryDirectory(prefix="bare-", dir=place.dir) as folder:
        os.chmod(folder, 0o777)
        child = subprocess.Popen([place.program, *map(str, args)], cwd=folder, start_new_session=True, **USER)
        time.sleep(1)
        start = time.monotonic()
        os.killpg(child.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        took = 1000 * (time.monotonic() - start)
        child.returncode = -signal.SIGKILL
    return took


def confined(place, box, held, options, *command):
    got = Run([TOOL, "exec", "--json", *options, "--allow-exec", place.program, "--", *map(str, command)], held,
              env=environment(box.log))
    assert got.out, got.err
    got.doc = json.loads(got.out)
    return got
