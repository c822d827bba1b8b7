"""Sockets and folders by the names that are given, in turns with the judge."""
import pathlib

from bare import as_bare, bare
from harness import NUMBERS, equal, stdout, test, without

NUMBERS["landlock_restrict_self"] = 446

# Names as they are given: in the folder one is in, however deep that is; from threads and children.
NEAR = """
import os, socket, stat, sys, threading
U, D, S = socket.AF_UNIX, socket.SOCK_DGRAM, socket.SOCK_STREAM
def fails(deed):
    try: deed()
    except OSError as e: return e.errno
    return 0
def work():
    for name in "near", "./near", ".//./near", "n" * 107, "./" + "n" * 100:
        at = socket.socket(U); at.bind(name); at.listen(); c = socket.socket(U); c.connect(name); end = at.accept()[0]
        print(len(name), at.getsockname() == name, c.getpeername() == name, end.send(b"x"), c.recv(9), fails(lambda: at.bind("again")),
              fails(lambda: socket.socket(U).bind(name)), oct(os.stat(name).st_mode))
        os.unlink(name)
        a, b = socket.socket(U, D), socket.socket(U, D); a.bind(name); b.bind("b")
        print(b.sendto(b"to", name), a.recvfrom(9), a.sendto(b"back", "b"), b.recvfrom(9)[1] == name); os.unlink(name); os.unlink("b")
    old = os.umask(0o077); s = socket.socket(U); s.bind("masked"); os.umask(old)
    print(oct(os.stat("masked").st_mode)); os.unlink("masked")
    if far:
        s = socket.socket(U); s.bind("sub/far"); s.listen(); c = socket.socket(U); c.connect("sub/far")
        print(s.getsockname(), c.getpeername()); c.close(); os.unlink("sub/far")
        print([fails(lambda: socket.socket(U).bind(n)) for n in ("none/x", "file/x", "none/.", "new/", "sub/", "link/", "sub/../sub/../new", "/m")])
        os.unlink("new")
    new = lambda: socket.socket(U)
    print([fails(lambda: new().bind(n)) for n in ("file", ".", "..", "sub", "link", "m" * 107)])
    print(sorted(os.listdir(".")))
    for n in os.listdir("."): stat.S_ISSOCK(os.lstat(n).st_mode) and os.unlink(n)
far = sys.argv[1] == "far"
for deep in sys.argv[2:]:
    os.makedirs(deep + "/sub"); os.chdir(deep); open("file", "w").close(); os.symlink("nowhere", "link")
    work()
    t = threading.Thread(target=work); t.start(); t.join(); sys.stdout.flush()
    if os.fork() == 0: work(); sys.stdout.flush(); os._exit(0)
    os.wait()
"""


@test
def sockets_by_the_names_given(box):
    deep = ["e" * 30, "d" * 200 + "/" + "d" * 200]
    as_bare(box, NEAR, args=["far", *deep])
    # Then beside others only names of one part can be bound: no link comes in between.
    want = bare(NEAR, "near", *deep)
    got = box.script(NEAR, "--profile", "data", "--time", "60s", args=["near", *deep],
                     preexec_fn=without("landlock_restrict_self", errno=1))
    equal(stdout(got), want, repr((got.doc["violations"], got.doc["logs"])))


# Arriving tells: a folder in the middle of a name is exchanged for a link to others'.
ARRIVE = """
import ctypes, os, sys, time
top, seconds = sys.argv[1], float(sys.argv[2])
os.makedirs("d/inside"); os.mkdir("d/both"); os.symlink(top, "e")
libc = ctypes.CDLL(None)
end = time.monotonic() + seconds
if os.fork() == 0:
    while time.monotonic() < end: libc.renameat2(-100, b"d", -100, b"e", 2)
    os._exit(0)
work = os.open(".", os.O_RDONLY); came = outside = 0; had = os.listdir("/proc/self/fd")
while time.monotonic() < end:
    for name in "d/secret", "d/both":
        try: os.chdir(name)
        except OSError: continue
        came += 1; outside += os.getcwd().startswith(top); os.fchdir(work)
os.wait()
print(came > 50, outside > 0, os.listdir("/proc/self/fd") == had)
"""


@test
def arriving_tells_nothing_of_others_folders(box):
    folder = pathlib.Path(box.path("others"))
    for name in "secret", "both":
        (folder / name).mkdir(parents=True)
    equal(bare(ARRIVE, str(folder), "1"), "True True True\n")
    for host in None, without("landlock_restrict_self", errno=1):
        for seconds in "2", "15":       # the longer where others left it too few turns
            got = box.script(ARRIVE, "--profile", "data", "--time", "60s", "--cpu", "60s", args=[str(folder), seconds],
                             preexec_fn=host)
            equal(stdout(got).split()[1:], ["False", "True"], repr(got.doc["violations"]))
            if stdout(got).startswith("True"):
                break
        equal(stdout(got), "True False True\n", repr(got.doc["violations"]))


# A change of folder that is three calls, under signals, where no descriptor is left, and by threads.
MOVES = """
import os, resource, signal, sys, threading, time
def fails(deed):
    try: deed()
    except OSError as e: return e.errno
    return 0
os.makedirs("a/b"); open("a/f", "w").close(); os.symlink("b", "a/l")
top, hits = os.getcwd(), 0
def hit(*_):
    global hits
    hits += 1; os.stat("/")
beside = os.fork()
if beside == 0: time.sleep(60); os._exit(0)
signal.signal(signal.SIGALRM, hit)
for i in range(300):
    signal.setitimer(signal.ITIMER_REAL, .0002 * (1 + i % 7))
    os.chdir("a/b"); assert os.getcwd() == top + "/a/b"; os.chdir(".."); os.chdir(top + "/a/l"); os.chdir("../..")
    assert os.getcwd() == top
    if i % 50 == 0: time.sleep(.002)
signal.setitimer(signal.ITIMER_REAL, 0)
print(hits > 5, signal.pthread_sigmask(signal.SIG_BLOCK, []))
print([fails(lambda: os.chdir(n)) for n in ("a/none", "a/f", "a/f/x", "a/l", "../b", "../..", "n" * 300, "a//b/.", "../../a/b/../..")], os.getcwd() == top)
seen = [os.listdir("/proc/self/fd")]
for i in range(50): os.chdir("a/b"); os.chdir("../..")
print(os.listdir("/proc/self/fd") == seen[0])
ts = [threading.Thread(target=lambda: [os.chdir(top + "/a/b") or os.chdir(top) for _ in range(100)]) for _ in range(3)]
[t.start() for t in ts]; [t.join() for t in ts]; os.chdir(top); print(os.getcwd() == top, os.listdir("/proc/self/fd") == seen[0])
os.kill(beside, 9)
"""


@test
def a_change_of_folder_is_one_call(box):
    as_bare(box, MOVES)
    got = box.script(MOVES, "--profile", "data", "--time", "60s", "--trace")
    equal(stdout(got), bare(MOVES), repr(got.doc["logs"]))


# Forty links, each a long way round: one look at it is a hundred thousand.
ROUND = """
import os, sys
os.makedirs("a/b"); way = "a/b/../../" * int(sys.argv[1])
for i in range(39): os.symlink(way + "l%d" % (i + 1), "l%d" % i)
open("l39", "w").close()
try: print(os.stat("l0").st_size)
except OSError as e: print(e.errno)
"""


@test
def a_long_way_round_is_cut_short(box):
    for times, said in ("400", "40\n"), ("40", "0\n"):
        equal(bare(ROUND, times), "0\n")
        equal(stdout(box.script(ROUND, "--profile", "data", args=[times])), said)
