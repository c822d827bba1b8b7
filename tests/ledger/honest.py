"""What holds much for a moment and lets go of it, or stays near a limit: it meets none. Each says `done`."""
from harness import BUILD, equal, stdout, test  # noqa: F401

MAPS = """
import mmap, sys, threading, time
for i in range(int(sys.argv[1])): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
for i in range(300):
    m = mmap.mmap(-1, 10 << 20); m.write(bytes(10 << 20)); m.close()
print("done", flush=True); import os; os._exit(0)
"""
PIPES = """
import os, select, subprocess
for i in range(5000):
    r, w = os.pipe(); os.write(w, b"x" * 4096); os.close(w)
    assert len(os.read(r, 5000)) == 4096; os.close(r)
for i in range(40):
    done = subprocess.run(["/usr/bin/true"], capture_output=True); assert done.returncode == 0
print("done")
"""
POOL = """
import ctypes, multiprocessing as m
def work(a):
    with a[0].get_lock(): a[0][1] += 1
    return sum(a[0][:10])
def init(a): global it; it = a
def of(i):
    with it.get_lock(): it[i] = i
    return i
a = m.get_context("fork").Array(ctypes.c_double, 1 << 18)
for i in range(3):
    with m.get_context("fork").Pool(3, init, (a,)) as pool: assert sum(pool.map(of, range(300))) == 44850
assert a[299] == 299
print("done")
"""
TEMPORARY = """
import tempfile
for i in range(200):
    with tempfile.TemporaryFile() as f: f.write(bytes(5 << 20)); f.flush()
print("done")
"""
SMALL_FILES = """
import os
for i in range(20000):
    name = "f%d" % (i % 50)
    with open(name, "wb") as f: f.write(b"some")
    os.unlink(name)
print("done")
"""
MEMORY_FILES = """
import os
for i in range(2000):
    fd = os.memfd_create("m"); os.write(fd, bytes(1 << 18)); os.close(fd)
print("done")
"""
SQLITE = """
import sqlite3
for mode in "delete", "truncate", "wal", "memory":
    with sqlite3.connect(mode) as db:
        db.execute("pragma journal_mode = " + mode); db.execute("create table t (a, b)")
        for i in range(100):
            db.execute("insert into t values (?, ?)", (i, "x" * 1000)); db.commit()
        assert db.execute("select count(*) from t").fetchone()[0] == 100
print("done")
"""
REPLACED = """
import os
data = bytes(1 << 20)
for i in range(int(5000)):
    with open("new", "wb") as f: f.write(data if i % 10 == 0 else data[:4096])
    os.replace("new", "it")
print("done")
"""
ASYNCIO = """
import asyncio, socket
async def main():
    for i in range(20):
        async def pair():
            a, b = socket.socketpair()
            ra, wa = await asyncio.open_connection(sock=a); rb, wb = await asyncio.open_connection(sock=b)
            wa.write(b"x" * 50000); await wa.drain(); assert len(await rb.readexactly(50000)) == 50000
            wa.close(); wb.close()
        await asyncio.gather(*(pair() for _ in range(30)))
asyncio.run(main())
print("done")
"""
WATCHES = """
import select, socket
pairs = [socket.socketpair() for i in range(20)]
poll = select.epoll()
for i in range(3000):
    for a, b in pairs: poll.register(a, select.EPOLLIN)
    for a, b in pairs: poll.modify(a, select.EPOLLOUT)
    for a, b in pairs: poll.unregister(a)
print("done")
"""
TEXTS = """
for i in range(1000):
    for name in "maps", "smaps", "stat", "status": assert open("/proc/self/" + name).read()
kept = [open("/proc/self/maps") for i in range(20)]
assert all(f.read() for f in kept)
print("done")
"""
FORKS = """
import os, sys
def down(n):
    if n == 0: return 0
    pid = os.fork()
    if pid == 0: os._exit(down(n - 1))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
assert down(24) == 0
for i in range(300):
    pid = os.fork()
    if pid == 0: os._exit(0)
    os.waitpid(pid, 0)
print("done")
"""
PROTECTED = """
import ctypes, mmap
libc = ctypes.CDLL(None)
kept = mmap.mmap(-1, 20 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
kept.write(b"x" * (20 << 20))
at = ctypes.addressof(ctypes.c_char.from_buffer(kept))
for i in range(200):
    assert libc.mprotect(ctypes.c_void_p(at), ctypes.c_size_t(20 << 20), 1) == 0
    assert libc.mprotect(ctypes.c_void_p(at), ctypes.c_size_t(20 << 20), 3) == 0
    kept[i << 12] = 1
print("done")
"""
# Deep in C: what a smaller stack would end with a signal.
RECURSION = """
class A:
    def __getattr__(self, name): return getattr(self, name + "x")
def deep(n): return sorted([n], key=lambda x: deep(n + 1))
for f in (lambda: A().q), (lambda: deep(0)):
    try: f()
    except RecursionError: pass
print("done")
"""
NEAR = """
import os, time
kept = bytearray(440 << 20)
for i in range(0, len(kept), 4096): kept[i] = 1
for i in range(9): open("f%d" % i, "wb").write(bytes(10 << 20))
time.sleep(1)
print("done")
"""


def honest(name, text, *options, args=()):
    @test
    def goes_on(box):
        got = box.script(text, "--profile", "data", "--time", "100s", "--cpu", "60s", *options, args=args)
        equal((got.status, got.doc["status"], got.doc["limit"], stdout(got)), (0, "completed", None, "done\n"),
              repr(got.doc["logs"]) + repr(got.doc["violations"]))
    goes_on.__name__ = name


honest("maps_made_and_closed", MAPS, "--memory", "512M", args=["0"])
honest("maps_made_and_closed_beside_threads", MAPS, "--memory", "512M", args=["4"])
honest("pipes_of_subprocesses", PIPES, "--memory", "128M", "--allow-exec", "/usr/bin/true")
honest("pool_with_shared_arrays", POOL, "--memory", "512M")
honest("temporary_files", TEMPORARY, "--disk", "100M")
honest("small_files_in_turn", SMALL_FILES, "--disk", "20M")
honest("memory_files_in_turn", MEMORY_FILES, "--memory", "128M")
honest("sqlite_with_journals", SQLITE, "--disk", "20M")
honest("files_replaced", REPLACED, "--disk", "20M")
honest("asyncio_with_socketpairs", ASYNCIO, "--memory", "256M")
honest("watches_in_turn", WATCHES, "--memory", "64M")
honest("texts_of_the_process", TEXTS, "--memory", "64M")
honest("forks_of_forks", FORKS, "--memory", "512M", "--processes", "32")
honest("memory_closed_and_opened", PROTECTED, "--memory", "128M")
honest("recursion_with_many_processes_allowed", RECURSION, "--memory", "64M", "--processes", "64")
honest("near_both_limits", NEAR, "--memory", "512M", "--disk", "100M")
