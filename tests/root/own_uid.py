"""A uid of one's own: what one run uses up of its user's, another has still."""
import os
import subprocess

from harness import PYTHON, ROOT, TOOL, Skip, environment, equal, stdout, test

RANGE = "1967000000-1967000002"
FIRST = int(RANGE.split("-")[0])

# What the kernel counts for each user; `n` of each, and then it waits to be told.
USES = """
import array, ctypes, os, signal, socket, sys
libc, much = ctypes.CDLL(None, use_errno=True), int(sys.argv[1])
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN + 1})
done = 0
for _ in range(3000 if much else 1):
    if libc.sigqueue(os.getpid(), signal.SIGRTMIN + 1, ctypes.c_void_p(0)) != 0: break
    done += 1
timer = ctypes.c_void_p()
class Event(ctypes.Structure):
    _fields_ = [("value", ctypes.c_void_p), ("signo", ctypes.c_int), ("notify", ctypes.c_int), ("pad", ctypes.c_char * 64)]
made = libc.timer_create(1, ctypes.byref(Event(0, signal.SIGRTMIN + 2, 0)), ctypes.byref(timer)) == 0
a, b = socket.socketpair()
f = os.open("/dev/null", os.O_RDONLY); sent = 0
try:
    for _ in range(8 if much else 1):
        a.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [f] * (250 if much else 1)))]); sent += 1
except OSError:
    pass
print("uid", os.getuid(), "queued", done > 0, "timer", made, "sent", sent > 0, flush=True)
if much: sys.stdin.read(1)
"""


def greedy(box, *options, **more):
    """A run that has all there is, until it is told."""
    run = subprocess.Popen([TOOL, "exec", *options, "--", PYTHON, "-I", "-c", USES, "1"], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, env=environment(box.dir / "greedy.jsonl"), text=True, **more)
    line = run.stdout.readline()
    assert "queued True" in line, line
    return run


def end(run):
    run.communicate("x", timeout=60)


def needs_root():
    if not ROOT:
        raise Skip("only root can give runs uids of their own")


@test
def without_a_uid_of_its_own_a_run_misses_what_others_have(box):
    """The attack, which nothing else stops; and that it is said, always."""
    run = greedy(box)
    try:
        got = box.script(USES, args=["0"])
    finally:
        end(run)
    assert "queued False" in stdout(got) and "timer False" in stdout(got) and "sent False" in stdout(got), got
    for options in ([], ["--uid", str(FIRST)]) if ROOT else ([],):
        alone = box.script(USES, *options, args=["0"])
        assert stdout(alone).endswith("queued True timer True sent True\n"), alone
        assert "own-uid" in alone.doc["isolation"]["missing"], alone.doc["isolation"]


@test
def with_one_it_has_its_own(box):
    needs_root()
    runs = [greedy(box, "--uid-range", RANGE) for _ in range(2)]
    try:
        got = box.script(USES, "--uid-range", RANGE, args=["0"])
        equal(stdout(got), f"uid {FIRST + 2} queued True timer True sent True\n", got)
        assert "own-uid" not in got.doc["isolation"]["missing"], got.doc["isolation"]
        runs.append(greedy(box, "--uid-range", RANGE))
        none = box.script(USES, "--uid-range", RANGE, args=["0"])
        equal((none.status, none.doc["status"], stdout(none)), (125, "error", ""), none)
        assert "--uid-range" in none.doc["error"]["value"] and "wider range" in none.doc["error"]["value"], none
        other = box.script(USES, "--uid-range", RANGE, "--uid", "65534", args=["0"])
        assert stdout(other).startswith("uid 65534 "), other
        assert "own-uid" in other.doc["isolation"]["missing"], other.doc["isolation"]
    finally:
        for run in runs:
            end(run)
    again = box.script(USES, "--uid-range", RANGE, args=["0"])
    assert stdout(again).startswith(f"uid {FIRST} "), again
    equal([r["uid"] for r in box.records() if r["type"] == "intent"][-1], FIRST)


@test
def a_uid_that_a_process_has_is_not_given(box):
    """Nor while a killed run's is not gone; whether it could be traced or not."""
    needs_root()
    hidden = "import ctypes, time; ctypes.CDLL(None).prctl(4, 0); print(flush=True); time.sleep(60)"
    for code in "import time; print(flush=True); time.sleep(60)", hidden:
        with subprocess.Popen([PYTHON, "-c", code], user=FIRST, group=FIRST, stdout=subprocess.PIPE) as held:
            held.stdout.readline()
            got = box.script("import os; print(os.getuid())", "--uid-range", RANGE)
            equal(stdout(got), f"{FIRST + 1}\n", got)
            held.kill()
            # Dead, and nobody waited for it.
            os.waitid(os.P_PID, held.pid, os.WEXITED | os.WNOWAIT)
            got = box.script("import os; print(os.getuid())", "--uid-range", RANGE)
            equal(stdout(got), f"{FIRST + 1}\n", got)
    run = greedy(box, "--uid-range", RANGE)
    run.kill()
    got = box.script(USES, "--uid-range", RANGE, args=["0"])
    assert stdout(got).endswith("queued True timer True sent True\n"), got
    run.communicate()


@test
def users_of_the_host_are_in_no_range(box):
    needs_root()
    for text, word in (("1-5", "user"), ("60000-65534", "nobody"), ("5-1", "FIRST-LAST"), ("0-9", "FIRST-LAST"),
                       ("1-", "FIRST-LAST"), ("-5", "FIRST-LAST"), ("7", "FIRST-LAST"), ("a-b", "FIRST-LAST"),
                       ("65530-65540", "FIRST-LAST"), ("1-4294967295", "FIRST-LAST"), ("1-99999999999", "FIRST-LAST"),
                       (f" {RANGE}", "FIRST-LAST")):
        got = box.tool("exec", "--uid-range", text, "--", "/bin/true")
        equal((got.status, got.out), (125, ""), got)
        assert word in got.err.splitlines()[0] and "--uid-range" in got.err.splitlines()[0], got
    if os.path.exists("/etc/subuid"):
        for line in open("/etc/subuid"):
            first = int(line.split(":")[1])
            got = box.tool("exec", "--uid-range", f"{first + 5}-{first + 6}", "--", "/bin/true")
            assert got.status == 125 and "/etc/subuid" in got.err, got


@test
def the_folder_of_the_locks_is_roots_alone(box):
    needs_root()
    box.script("print(1)", "--uid-range", RANGE)
    st = os.stat("/run/sallyport")
    equal((st.st_uid, st.st_mode & 0o777), (0, 0o700))
    os.chmod("/run/sallyport", 0o755)
    try:
        got = box.tool("exec", "--uid-range", RANGE, "--", "/bin/true")
        assert got.status == 125 and "/run/sallyport" in got.err, got
    finally:
        os.chmod("/run/sallyport", 0o700)


@test
def a_caller_that_waits_for_no_child_makes_no_difference(box):
    needs_root()
    argv = [TOOL, "exec", "--uid-range", RANGE, "--", PYTHON, "-c", "import os; print(os.getuid())"]
    ignores = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run([PYTHON, "-c", ignores, *argv], capture_output=True, env=environment(box.log), timeout=60,
                          check=False)
    first, last = map(int, RANGE.split("-"))
    assert done.returncode == 0 and first <= int(done.stdout) <= last, done


@test
def only_root_gives_uids(box):
    user = {"user": 65534, "group": 65534, "extra_groups": []} if ROOT else {}
    os.chmod(box.dir, 0o777)
    got = box.tool("exec", "--uid-range", RANGE, "--", "/bin/true", **user, cwd=box.dir)
    equal(got.status, 125, got)
    assert "only root" in got.err and len(got.err.splitlines()) == 1, got


@test
def its_folders_and_copies_are_as_ever(box):
    needs_root()
    out = box.dir / "out"
    source = box.path("in.txt", "IN")
    text = """
import os
print(open("in.txt").read(), os.stat(".").st_uid == os.getuid() == os.getgid(), os.getgroups())
open("made", "w").write("MADE"); os.mkdir(os.environ["HOME"] + "/x")
"""
    before = set(os.listdir("/tmp"))
    got = box.script(text, "--uid-range", RANGE, "--input", source, "--output", out)
    equal((stdout(got), (out / "made").read_text()), ("IN True []\n", "MADE"), got)
    equal([n for n in set(os.listdir("/tmp")) - before if n.startswith("sallyport-")], [])
