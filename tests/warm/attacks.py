"""What runs of one pool could do to each other and to it: each attack works bare, or on the attacker itself, first.

The gate would stop most of these texts, so its table lets everything pass: what is tried is the wall.
"""
import concurrent.futures
import itertools
import os
import pathlib
import random
import signal
import subprocess
import threading
import time

from harness import PYTHON, ROOT, equal, lax, test
import pool

USER = {"user": 65534, "group": 65534, "extra_groups": []} if ROOT else {}
LIMITS = "limit wall 30s cpu 30s memory 512M output 1M disk 100M processes 32 open_files 256\n"
# Its argument: a number of the victim's; all others are tried too, where there is none.
REACHES = """
import ctypes, os, signal, socket, sys
libc, me = ctypes.CDLL(None, use_errno=True), os.getpid()
given = [int(n) for n in sys.argv[1:] if int(n) != me]
others = given or [n for n in range(max(2, me - 300), me + 300) if n != me]
def any_of(deed):
    for n in others:
        try:
            if deed(n): return True
        except BaseException: pass
    return False
class Vec(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("n", ctypes.c_size_t)]
def memory(n):
    for line in open(f"/proc/{n}/maps"):
        start = int(line.split("-")[0], 16)
        there = ctypes.create_string_buffer(16)
        if libc.process_vm_readv(n, ctypes.byref(Vec(ctypes.addressof(there), 16)), 1, ctypes.byref(Vec(start, 16)), 1, 0) == 16: return True
def vm(n):
    # Where a program of this kind lies nobody knows; its own code of this one's is a try.
    there, here = ctypes.create_string_buffer(16), ctypes.create_string_buffer(16)
    return libc.process_vm_readv(n, ctypes.byref(Vec(ctypes.addressof(there), 16)), 1, ctypes.byref(Vec(ctypes.addressof(here), 16)), 1, 0) >= 0
tries = {
    "kill": lambda n: os.kill(n, 0) is None,
    "group": lambda n: os.killpg(n, 0) is None,
    "environ": lambda n: open(f"/proc/{n}/environ", "rb").read() != b"",
    "cmdline": lambda n: open(f"/proc/{n}/cmdline", "rb").read() != b"",
    "maps": lambda n: open(f"/proc/{n}/maps", "rb").read() != b"",
    "mem": lambda n: open(f"/proc/{n}/mem", "rb") is not None,
    "cwd": lambda n: os.readlink(f"/proc/{n}/cwd") != "",
    "fds": lambda n: os.listdir(f"/proc/{n}/fd") != [],
    "pidfd": lambda n: signal.pidfd_send_signal(os.pidfd_open(n), 0) is None,
    "limits": lambda n: __import__("resource").prlimit(n, 7) != (),
    "seize": lambda n: libc.ptrace(0x4206, n, 0, 0) == 0,
    "attach": lambda n: libc.ptrace(16, n, 0, 0) == 0,
    "readv": memory,
    "readv blind": vm,
    "scheduling": lambda n: os.sched_getaffinity(n) != set() and n != me,
    "priority": lambda n: os.setpriority(os.PRIO_PROCESS, n, 19) is None,
}
for name, deed in tries.items():
    print(name, "won" if any_of(deed) else "lost", flush=True)
try:
    s = socket.socket(socket.AF_UNIX); s.connect(b"\\0sallyport-test-abstract"); print("abstract won")
except OSError: print("abstract lost")
"""
# What stands around with a secret in its arguments, its environment and a path, and with it in memory.
VICTIM = """
import os, socket, sys, time
open(sys.argv[1], "w").write(sys.argv[1])
os.environ["PLANTED"] = sys.argv[1]
try:
    s = socket.socket(socket.AF_UNIX); s.bind(b"\\0sallyport-test-abstract"); s.listen()
except OSError: pass
try: open("/nowhere/" + sys.argv[1])
except OSError: pass
print("there", flush=True)
time.sleep(6)
"""
# The secret in two parts, which are nowhere side by side but where somebody else put them.
SEARCH = """
import ctypes, sys
first, second = sys.argv[1].encode(), sys.argv[2].encode()
found = {}
for line in open("/proc/self/maps"):
    span, rights, _, _, _, *name = line.split()
    name = name[0] if name else "anonymous"
    if rights[0] != "r" or name.startswith(("[v", "/usr", "/lib")): continue
    start, end = (int(n, 16) for n in span.split("-"))
    for at in range(start, end, 1 << 20):
        block, here = ctypes.string_at(at, min(end - at, 1 << 20)), -1
        while (here := block.find(first, here + 1)) >= 0:
            if block[here + len(first):here + len(first) + len(second)] == second: found[name] = found.get(name, 0) + 1
        del block
    found.setdefault(name, 0)
print(found)
"""
SECRET = "kdIuwM5pTRu9aZq"


def table(box):
    path = pathlib.Path(lax(box))
    path.write_text(path.read_text() + LIMITS)
    return str(path)


def won(text):
    return {line.rsplit(" ", 1)[0] for line in text.splitlines() if line.endswith("won")}


@test
def siblings_and_the_zygote_are_out_of_reach(box):
    victim = subprocess.Popen([PYTHON, "-c", VICTIM, SECRET], cwd="/var/tmp", stdout=subprocess.PIPE, **USER)
    try:
        victim.stdout.readline()
        bare = subprocess.run([PYTHON, "-c", REACHES, str(victim.pid)], capture_output=True, text=True, **USER)
    finally:
        victim.kill()
        victim.wait()
        pathlib.Path("/var/tmp", SECRET).unlink(missing_ok=True)
    assert won(bare.stdout) >= {"kill", "environ", "cmdline", "maps", "mem", "cwd", "fds", "pidfd", "limits", "abstract"}, bare
    # What ends a run would spare it the rest.
    with pool.Pool(box, "--rules", table(box), "--ready", "3", "--explore") as warm, \
            concurrent.futures.ThreadPoolExecutor(1) as threads:
        other = threads.submit(warm.run, VICTIM, args=[SECRET], name=f"{SECRET}.py")
        time.sleep(1)
        processes = pool.tree(warm.process.pid)
        python = [str(p) for p, (_, words) in processes.items() if b"\0-c\0" in words]
        assert len(python) >= 4, processes
        # All of the pool's, by their numbers; then whatever is near.
        doc = warm.run(REACHES, args=[str(p) for p in processes])
        for doc in doc, warm.run(REACHES):
            lines = pool.out(doc).splitlines()
            assert len(lines) == 17 and all(line.endswith("lost") for line in lines), lines
        equal(pool.out(other.result()), "there\n")
        equal(pool.out(warm.run("print(1)")), "1\n")


@test
def a_siblings_secret_is_nowhere_in_ones_memory(box):
    with pool.Pool(box, "--rules", table(box), "--ready", "3") as warm, concurrent.futures.ThreadPoolExecutor(1) as threads:
        other = threads.submit(warm.run, VICTIM, args=[SECRET], name=f"{SECRET}.py", label=SECRET)
        time.sleep(1)
        # What one has oneself is found: as the control.
        parts = [SECRET[:7], SECRET[7:]]
        mine = eval(pool.out(warm.run("kept = bytearray('%s'.encode() * 9999)\n" % SECRET + SEARCH, args=parts)))
        assert sum(mine.values()) >= 9999, mine
        searched = eval(pool.out(warm.run(SEARCH, args=parts)))
        assert any("guard" in name for name in searched) and {"[heap]", "anonymous"} & set(searched), searched
        equal(sum(searched.values()), 0, searched)
        other.result()


POISON = """
import builtins, json, os, sys, random
builtins.print = lambda *a, **k: None
json.dumps = lambda *a: "poisoned"
sys.modules["base64"] = sys.modules["json"]
os.environ["LD_PRELOAD"] = os.environ["PYTHONSTARTUP"] = "/tmp/x.py"
open("/tmp/left", "w").write("x"); open("left.py", "w").write("x = 1"); open("json.py", "w").write("poisoned = 1")
os.umask(0); sys.setrecursionlimit(50); sys.path.insert(0, "."); random.seed(1)
home = os.environ["HOME"]
for name in (home + "/.pythonrc", home + "/usercustomize.py"):
    open(name, "w").write("x")
for fd in range(3, 200):
    try: os.set_inheritable(fd, True)
    except OSError: pass
if os.fork() == 0:
    os.setsid()
    import time
    time.sleep(60)
"""
STATE = """
import base64, json, os, sys
print(json.dumps([1]), base64.b64encode(b"x"), "LD_PRELOAD" in os.environ, os.listdir("."), os.listdir("/tmp"), sys.getrecursionlimit(),
      os.umask(0o22), sorted(os.listdir(os.environ["HOME"])), "." in sys.path, sorted(os.environ))
"""


@test
def the_next_one_begins_as_the_first(box):
    with pool.Pool(box, "--rules", table(box), "--ready", "1") as warm:
        clean = pool.out(warm.run(STATE))
        for _ in range(3):
            assert warm.run(POISON)["status"] == "completed"
            equal(pool.out(warm.run(STATE)), clean)
        random_ = {pool.out(warm.run("import random, uuid, tempfile\nprint(random.random(), uuid.uuid4())")) for _ in range(4)}
        equal(len(random_), 4)


@test
def values_that_never_end_or_raise(box):
    with pool.Pool(box, "--rules", table(box), "--time", "1s") as warm:
        doc = warm.run("class A:\n    def _repr_html_(self):\n        while True: pass\nA()")
        equal((doc["status"], doc["limit"]["name"]), ("timed_out", "wall"), doc)
        doc = warm.run("class A:\n    def _repr_html_(self):\n        1 / 0\nprint('x')\nA()")
        equal((pool.out(doc), len(doc["results"]), doc["results"][0]["html"]), ("x\n", 1, None), doc)
        equal(pool.out(warm.run("print(1)")), "1\n")


@test
def many_denials_of_one_leave_the_others_lines(box):
    storm = "import os\nfor i in range(10000):\n    try: os.kill(1, 9)\n    except OSError: pass\nprint('over')"
    one = "import os\ndef f():\n    os.kill(1, 9)\ntry: f()\nexcept OSError: pass\n"
    with pool.Pool(box, "--rules", table(box), "--ready", "3") as warm, concurrent.futures.ThreadPoolExecutor(1) as threads:
        other = threads.submit(warm.run, storm)
        for _ in range(5):
            doc = warm.run(one)
            equal([[f["line"] for f in v["python"]] for v in doc["violations"]], [[3, 4]], doc["violations"])
        doc = other.result()
        equal((pool.out(doc), doc["violations"][0]["count"]), ("over\n", 10000))


def ask_once(warm):
    try:
        return warm.run("print(2)")
    except (OSError, ValueError):
        return {"status": None}


@test
def killed_at_any_moment_nothing_lives_on(box):
    """SALLYPORT_WARM_KILLS of each, at random moments of a pool that has work."""
    rounds, chance = int(os.environ.get("SALLYPORT_WARM_KILLS", "3")), random.Random(23)
    for victim in ("pool", "family", "supervisor", "zygote", "job", "worker") * rounds:
        with pool.Pool(box, "--ready", "2", name="k") as warm:
            def ask():
                try:
                    for number in itertools.count():
                        warm.run("print(1)")
                        # What stands ready is there for as long as it takes to find it.
                        time.sleep(0.3 if number % 5 == 0 else 0)
                except (OSError, ValueError):
                    pass
            asks = threading.Thread(target=ask, daemon=True)
            asks.start()
            time.sleep(chance.random() * .2)
            found, end = {}, time.monotonic() + 20
            while victim not in found and time.monotonic() < end:
                below = pool.tree(warm.process.pid)
                found = {"pool": warm.process.pid, **pool.roles(warm.process.pid, below)}
            assert victim in found, (victim, found, below, warm.err.read_text())
            try:
                os.kill(found[victim], signal.SIGKILL)
            except ProcessLookupError:      # it was over
                continue
            if victim in ("job", "worker"):
                # Who comes to that one is told, or hears no more; all others are served.
                served = [doc["status"] for doc in map(ask_once, [warm] * 3)]
                assert served.count("completed") >= 2 and served[-1] == "completed", (victim, served)
                continue
            warm.process.wait(60)
            end = time.monotonic() + 30
            while (left := set(below) & set(pool.living())) and time.monotonic() < end:
                time.sleep(0.02)
            equal(left, set(), victim)
        asks.join(60)
        pathlib.Path(warm.path).unlink(missing_ok=True)
    with pool.Pool(box, name="last") as warm:
        equal(pool.out(warm.run("print(1)")), "1\n")
    pool.nothing_left()
    assert box.tool("audit", "verify", box.log).status == 0


def held(pid):
    """Of all processes of a pool: descriptors, their number, folders, and private kilobytes of the lasting ones."""
    processes = pool.tree(pid)
    lasting = [pid, *(p for p in pool.roles(pid, processes).values())]
    fds = private = 0
    for one in set(lasting):
        fds += len(os.listdir(f"/proc/{one}/fd"))
        for line in pathlib.Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_"):
                private += int(line.split()[1])
    return fds, len(processes), private


@test
def many_jobs_leave_nothing(box):
    """SALLYPORT_WARM_JOBS of them, which fail, leave files and are refused as well as end."""
    jobs = int(os.environ.get("SALLYPORT_WARM_JOBS", "300"))
    texts = ("print(1)", "open('f', 'w').write('x')", "1 / 0", "import subprocess", "try: open('/etc/shadow')\nexcept OSError: pass")
    with pool.Pool(box, "--ready", "2") as warm, concurrent.futures.ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda n: warm.run(texts[n % len(texts)]), range(50)))
        time.sleep(1)
        before = held(warm.process.pid)
        list(threads.map(lambda n: warm.run(texts[n % len(texts)]), range(jobs)))
        time.sleep(1)
        after = held(warm.process.pid)
        print(f"# {jobs} jobs: (descriptors, processes, private KiB) {before} -> {after}", flush=True)
        assert after[0] <= before[0] + 4 and after[1] <= before[1] + 2 and after[2] <= before[2] + 1024, (before, after)
