"""Names that are written for a container: what they lead to."""
import json
import os
import pathlib
import secrets
import shutil
import subprocess

from harness import PYTHON, ROOT, TOOL, Skip, environment, equal, quiet, stdout, test, without

BOTH = ("/tmp", "/dev/shm")
WORK = ("/home/user", "/mnt/data", "/data/input", "/data/output")
# By each name: write, read, list, rename, remove, move into, links, dots.
USE = """
import os, shutil, sys, tempfile
top = sys.argv[1]
def names(folder): return sorted(n for n in os.listdir(folder) if not n.startswith("."))
for name in sys.argv[1:]:
    at = name + "/" + "d" + str(len(name))
    os.makedirs(at + "/e"); open(at + "/e/f", "w").write("one"); os.rename(at + "/e/f", at + "/e/g")
    print(open(at + "/e/g").read(), names(at), os.path.isdir(name), os.path.isfile(at + "/e/g"), os.path.getsize(at + "/e/g"))
    print([(r, sorted(f)) for r, d, f in os.walk(at)] == [(at, []), (at + "/e", ["g"])], os.path.relpath(at + "/e", name))
    os.chmod(at + "/e/g", 0o600); os.utime(at + "/e/g", (1, 1)); os.truncate(at + "/e/g", 2); print(os.stat(at + "/e/g").st_size)
    os.symlink(at + "/e/g", at + "/l"); print(open(at + "/l").read(), os.readlink(at + "/l") == at + "/e/g", os.path.realpath(at + "/l") != at + "/l")
    os.link(at + "/e/g", at + "/h"); print(os.path.samefile(at + "/h", at + "/e/g"))
    os.chdir(at); print(os.path.samefile(os.getcwd(), at), os.path.exists(os.getcwd() + "/e/g"), names(".")); open("below", "w").close()
    fd = os.open(at, os.O_RDONLY); print(os.path.samefile("/proc/self/fd/%d" % fd, at), names(fd)); os.close(fd)
    os.symlink(name, "here"); print(os.path.samefile("here", name), os.path.exists("here/" + os.path.basename(at) + "/below")); os.remove("here")
    print(os.path.samefile(at + "/..", name), os.path.exists(name + "/../" + os.path.basename(name)))
    os.chdir(at + "/.."); print(os.path.exists(os.path.basename(at))); os.chdir("/")
    shutil.move(at + "/e/g", name + "/moved"); os.remove(name + "/moved")
    with tempfile.NamedTemporaryFile(dir=name) as f: f.write(b"x"); f.flush(); print(os.path.getsize(f.name))
    shutil.rmtree(at); print(os.path.exists(at))
"""
TOGETHER = """
import os, shutil, multiprocessing as mp
from multiprocessing import shared_memory
open("/data/input/in.csv", "w").write("1,2")
shutil.copy("/data/input/in.csv", "/data/output/out.csv"); print(open("out.csv").read())
os.rename("/mnt/data/out.csv", "/home/user/named.csv"); print(os.path.samefile("/mnt/data", "/home/user"), os.path.samefile("/data/output/named.csv", "named.csv"))
os.rename("/mnt/data/named.csv", "/tmp/named.csv"); shutil.move("/tmp/named.csv", "/dev/shm/named.csv"); print(os.listdir("/tmp"), os.listdir("/dev/shm"))
os.remove("/dev/shm/named.csv")
print(sorted(os.listdir("/mnt")), sorted(os.listdir("/home")), sorted(os.listdir("/data")), os.path.isdir("/mnt"), os.path.isdir("/data"))
for name in "/mnt/x", "/data/x", "/home/x", "/data/input/../x":
    try: open(name, "w")
    except OSError as e: print(e.errno, end=" ")
for act in (lambda: os.rmdir("/tmp"), lambda: os.rename("/mnt/data", "/tmp/x"), lambda: os.rename("/data", "/tmp/x"), lambda: os.symlink("/", "/mnt/y"), lambda: os.rmdir("/data/input")):
    try: act(); print("done", end=" ")
    except OSError as e: print("no", end=" ")
print()
m = shared_memory.SharedMemory(create=True, size=10); m.buf[0] = 7
again = shared_memory.SharedMemory(m.name); print(again.buf[0], os.path.exists("/dev/shm/" + m.name)); again.close(); m.close(); m.unlink()
with mp.Semaphore(1): print("semaphore")
"""


def at_home(box, command, seconds=120):
    """The same, on a host whose caller lives in /home/user."""
    shell = "mount -t tmpfs none /home && mkdir -p /home/user/data && echo host >/home/user/data/f && " \
            "echo secret >/home/user/s && chmod -R 755 /home && exec \"$@\""
    if not ROOT or subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/home"], capture_output=True).returncode != 0:
        raise Skip("no mounts of one's own here")
    done = subprocess.run(["unshare", "-m", "sh", "-c", shell, "sh", *command], capture_output=True, text=True, timeout=seconds,
                          env=environment(box.log, HOME="/home/user"), cwd="/")
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def document(box, text, tmpdir, *options, args=()):
    """As nobody's user, whose TMPDIR counts."""
    log = box.dir / "logs"
    log.mkdir(exist_ok=True)
    log.chmod(0o777)
    env = environment(log / f"log{secrets.token_hex(4)}")
    if tmpdir:
        env["TMPDIR"] = tmpdir
    done = subprocess.run([TOOL, "exec", "--json", *(options or ("--profile", "data")), "--", PYTHON, "-I", "-B", "-c", text, *args], env=env,
                          capture_output=True, text=True, timeout=120, **({"user": 1000, "group": 1000, "extra_groups": []} if ROOT else {}))
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def good(doc):
    equal((doc["status"], doc["violations"]), ("completed", []), doc["logs"])
    lines = "".join(doc["logs"]["stdout"])
    return lines


def used_everywhere(box):
    wanted = None
    for tmpdir in None, "/tmp", "/dev/shm":
        doc = document(box, USE, tmpdir, args=BOTH + WORK)
        lines = good(doc).splitlines()
        equal(len(lines), 12 * 6, tmpdir)
        equal([n for n, line in enumerate(lines) if "False" in line and n % 12 != 11], [], lines)
        equal({line for n, line in enumerate(lines) if n % 12 == 11}, {"False"}, lines)
        wanted = wanted or lines
        equal(lines, wanted, tmpdir)
        doc = document(box, TOGETHER, tmpdir)
        said = "".join(doc["logs"]["stdout"])
        equal((doc["status"], doc["logs"]["stderr"]), ("completed", []))
        equal(said, "1,2\nTrue True\n[] ['named.csv']\n['data'] ['user'] ['input', 'output'] True True\n13 13 13 13 no no no no no \n"
                    "7 True\nsemaphore\n", tmpdir)
        if tmpdir == "/dev/shm":
            assert "work folder on disk" in doc["isolation"]["missing"], doc["isolation"]


TOLD = """
import ctypes, os, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
def tell(at):
    os.chdir(at)
    cwd = os.getcwd()
    with open("told.txt", "w") as f:
        f.write(at)
        names = os.path.realpath("told.txt"), os.readlink("/proc/self/fd/%d" % f.fileno()), os.readlink("/proc/thread-self/cwd") + "/told.txt"
    for name in names:
        assert open(name).read() == at and name == cwd + "/told.txt", (name, cwd)
    assert os.readlink("/proc/%d/cwd" % os.getpid()) == os.path.realpath(".") == cwd and os.path.samefile(cwd, at)
    folder = os.open(at, os.O_RDONLY)
    assert os.readlink("/proc/self/fd/%d" % folder) == os.readlink(str(folder), dir_fd=os.open("/proc/self/fd", os.O_RDONLY)) == cwd
    os.close(folder)
    os.chdir(cwd)
    assert os.getcwd() == cwd
    os.unlink("told.txt")
    return cwd
for at in sys.argv[1:]:
    inner = at + "/in/ner"
    os.makedirs(inner, exist_ok=True)
    print(tell(at), tell(inner))
buffer = ctypes.create_string_buffer(64)
print([libc.syscall(79, buffer, n) if os.uname().machine == "x86_64" else 0 for n in (0, 3, len(os.getcwd()))], ctypes.get_errno(), buffer.raw[:1])
libc.syscall(79, ctypes.c_void_p(8), 64)
print(ctypes.get_errno())
os.mkdir("/tmp/gone"); os.chdir("/tmp/gone"); os.rmdir("/tmp/gone")
try: os.getcwd()
except OSError as e: print(e.errno)
os.makedirs("/tmp/x (deleted)"); os.chdir("/tmp/x (deleted)"); print(os.path.samefile(os.getcwd(), "."))
over = False
def move():
    while not over:
        os.chdir("/home/user"); os.chdir("/tmp")
t = threading.Thread(target=move); t.start()
seen = {os.getcwd() for _ in range(500)} | {os.readlink("/proc/self/cwd") for _ in range(500)}
over = True; t.join(); print(sorted(seen - {"/tmp/x (deleted)"}))
"""


def what_is_shown_can_be_used(box):
    doc = document(box, TOLD, None, args=BOTH + WORK)
    said = good(doc).splitlines()
    equal(said[:6], [f"{name} {name}/in/ner" for name in (*BOTH, *["/mnt/data"] * 4)], doc["logs"])
    if os.uname().machine == "x86_64":
        equal(said[6:8], ["[-1, -1, -1] 34 b'\\x00'", "14"], doc["logs"])
    equal(said[8:10], ["2", "True"], doc["logs"])
    equal(sorted(eval(said[10])), ["/mnt/data", "/tmp"], said)
    # Where it has no other name, and where there are no aliases, the kernel's.
    for options in ("--profile", "minimal"), ("--rules", box.path("n.rules", 'sallyport-rules 1\ninclude "data.rules"\ninclude "shared/no-aliases.rules"\n')):
        said = good(document(box, "import os\nprint(os.getcwd())", None, *options))
        assert "/sallyport-run." in said and said.endswith("/work\n"), said
    # A record has both.
    box.path("in.csv", "1\n")
    doc = document(box, "import os\ntry: open('in.csv', 'w')\nexcept OSError as e: print(e.errno)", None, "--profile", "data", "--input", str(box.dir / "in.csv"))
    arguments, = [v["arguments"] for v in doc["violations"]]
    equal(arguments["path"], "/mnt/data/in.csv", doc)
    assert "/sallyport-run." in arguments["path_host"] and arguments["path_host"].endswith("/work/in.csv"), doc


def minimal_has_two(box):
    got = box.script(USE, "--profile", "minimal", args=BOTH)
    equal((got.doc["status"], got.doc["violations"]), ("completed", []), got)
    got = box.script("import os\nprint(*map(os.path.exists, ('/mnt/data', '/data/input', '/home/user')))", "--profile", "minimal")
    equal(stdout(got), "False False False\n")


def the_hosts_are_never_touched(box):
    """Canaries in the host's /tmp and /dev/shm, by name, by dots, by links, through descriptors."""
    word = "sallyport-names-" + secrets.token_hex(6)
    birds = [pathlib.Path(top) / word for top in BOTH]
    text = f"""
import ctypes, os, sys, glob
libc = ctypes.CDLL(None)
for name in sys.argv[1:]:
    base = os.path.basename(name); top = os.path.dirname(name)
    os.symlink(top, "way" + str(len(top)))
    for way in (name, top + "/./" + base, top + "//" + base, top + "/../" + top + "/" + base, "/.." + name, "/proc/self/root" + name,
                "way" + str(len(top)) + "/" + base, "/usr/.." + name, "/home/user/../.." + name, os.path.relpath(name), top + "/../../../.." + name,
                "/proc/self/task/" + str(os.getpid()) + "/root" + name, "/proc/self/cwd/../../../.." + name):
        for act in (lambda: open(way).read(), lambda: os.stat(way), lambda: os.listdir(os.path.dirname(way)).index(base), lambda: os.chmod(way, 0),
                    lambda: os.unlink(way), lambda: os.rename(way, "got"), lambda: os.truncate(way, 0), lambda: os.link(way, "linked")):
            try: print("got", way, act())
            except (OSError, ValueError): pass
    fd = os.open(top, os.O_RDONLY)
    for flags in os.O_RDONLY, os.O_RDWR:
        for way in base, "../" + base, "../../../.." + name:
            try: print("got", os.open(way, flags, dir_fd=fd))
            except OSError: pass
    print(os.listdir(top))
    open(name, "w").write("mine"); print(open(name).read())
"""
    try:
        for bird in birds:
            bird.write_text("CANARY")
            bird.chmod(0o666)
        for tmpdir in None, "/dev/shm":
            for profile in "data", "minimal":
                doc = document(box, text, tmpdir, "--profile", profile, args=list(map(str, birds)))
                equal((doc["status"], "".join(doc["logs"]["stdout"])), ("completed", "[]\nmine\n" * 2), doc["logs"])
                equal([(b.read_text(), oct(b.stat().st_mode & 0o777)) for b in birds], [("CANARY", "0o666")] * 2)
    finally:
        for bird in birds:
            bird.unlink(missing_ok=True)


def no_socket_is_bound_in_the_hosts(box):
    """By names too long for an address, and through links: from where the caller is they lead into the host's /tmp."""
    word = "sallyport-names-" + secrets.token_hex(6)
    there = pathlib.Path("/tmp") / word
    text = """
import os, socket, sys
top = sys.argv[1]
os.mkdir(top); os.symlink(top, "way"); os.mkdir("own")
for name in top + "/" + "x" * (106 - len(top)), "way/y", "way/" + "z" * 100, "own/a", "./b", os.path.relpath(top) + "/c", top + "/d":
    s = socket.socket(socket.AF_UNIX)
    s.bind(name)
    s.listen()
    told = s.getsockname()
    socket.socket(socket.AF_UNIX).connect(name)
    print(len(name), os.path.exists(name), told == name, os.path.basename(told) == os.path.basename(name), os.path.exists(told))
print(sorted(len(n) for n in os.listdir(top)))
"""
    try:
        there.mkdir()
        there.chmod(0o777)
        for off in (), ("landlock_create_ruleset",):
            got = box.script(text, "--profile", "data", "--processes", "1", args=[str(there)], preexec_fn=without(*off))
            equal((got.doc["status"], got.doc["violations"]), ("completed", []), got)
            equal(stdout(got), "107 True False True False\n5 True False True True\n104 True False True False\n5 True True True True\n"
                  f"3 True True True True\n{len(word) + 12} True False True True\n{len(word) + 7} True False True True\n[1, 1, 1, {101 - len(word)}, 100]\n", off)
            equal(list(there.iterdir()), [], off)
    finally:
        shutil.rmtree(there)


def files_come_back(box):
    out = box.dir / "out"
    got = box.script("import os, tempfile\nopen('/tmp/plot.png', 'w').write('p'); open('/mnt/data/r.csv', 'w').write('r')\n"
                     "os.mkdir('/tmp/deep'); open('/tmp/deep/x', 'w').close(); tempfile.mkstemp(); open('/dev/shm/no', 'w').close()",
                     "--profile", "data", "--output", str(out))
    equal([f["path"] for f in got.doc["files"]], ["r.csv", "tmp/deep/x", "tmp/plot.png"], got)
    equal((out / "tmp/plot.png").read_text(), "p")
    equal([s["path"] for s in got.doc["skipped"]], ["tmp"], got)


def what_the_operator_names_is_the_hosts(box):
    text = "import os\nfor n in '/home/user/data/f', '/home/user/s':\n try: print(open(n).read().strip())\n except OSError as e: print(e.errno)\n" \
           "open('/home/user/new', 'w').write('x'); print(os.path.exists('new'))"
    command = [TOOL, "exec", "--json", "--profile", "data"]
    tail = ["--", PYTHON, "-I", "-c", text]
    doc = at_home(box, [*command, *tail])
    equal(("".join(doc["logs"]["stdout"]), doc["violations"]), ("2\n2\nTrue\n", []), doc["logs"])
    doc = at_home(box, [*command, "--read", "/home/user/data", *tail])
    equal(("".join(doc["logs"]["stdout"]).splitlines()[:3]), ["host", "2", "True"], doc["logs"])
    doc = at_home(box, [*command, "--", PYTHON, "-I", "-c", USE, *BOTH, *WORK])
    good(doc)


def tables_say_what_they_mean(box):
    def table(text):
        return box.tool("rules", "check", "--no-run", box.path("t.rules", 'sallyport-rules 1\ndefault deny read R1 : no\n' + text))
    for text, word in (("alias /a -> /b\n", "$"), ("alias a -> $WORK\n", "/"), ("alias /a -> $WORK\nalias /a -> $HOME/x\n", "/a"),
                       ("alias /a/../b -> $WORK\n", ""), ("alias /a -> $WORK/../x\n", ""), ("alias / -> $WORK\n", ""), ("alias /a\n", ""),
                       ("alias /a [shown] -> $WORK\nalias /b [shown] -> $WORK\n", "shown as /a"), ("alias /a -> $WORK\nalias /a [shown] -> $WORK\n", "/a"),
                       ("alias /a [seen] -> $WORK\n", ""), ("alias /a -> $WORK [shown]\n", "")):
        got = table(text)
        assert got.status != 0 and "t.rules:3" in got.out + got.err or "t.rules:4" in got.out + got.err, (text, got)
        assert word in got.out + got.err, (text, got)
    shown = box.tool("rules", "show", "--profile", "data").out
    for name in BOTH + WORK:
        assert f"alias {name} -> $" in shown or f"alias {name} [shown] -> $" in shown, name


def the_gate_knows_them(box):
    for text, want in (("open('/tmp/plot.png', 'w')", "allow"), ("open('/mnt/data/a.csv')", "allow"), ("open('/tmp/../etc/passwd')", "block"),
                       ("open('/tmpx/a', 'w')", "hold"), ("open('/srv/a', 'w')", "hold")):
        got = box.tool("check", "--json", "--profile", "data", box.path("s.py", text + "\n"))
        equal([f["decision"] for f in json.loads(got.out)["submissions"]], [want], text)
        equal(got.status == 0, want == "allow", (text, got))


def auto_keeps_what_is_there_for_a_while(box):
    for text in ("open('/tmp/plot.png', 'w').close()\nprint(1)\n", "import tempfile\nwith tempfile.NamedTemporaryFile() as f: f.write(b'x')\nprint(1)\n",
                 "open('/mnt/data/a.csv', 'w').close()\nprint(open('/mnt/data/a.csv').read() == '')\n"):
        got = box.judged(text, "--profile", "auto:data")
        equal((got.doc["status"], got.doc["violations"]), ("completed", []), (text, got))


RACE = """
import os, sys, threading, time
bird, end, won, tried = sys.argv[1], time.monotonic() + 3, 0, 0
os.makedirs(at + "/d/e"); open(at + "/d/e/f", "w").write("mine")
os.symlink(os.path.dirname(bird), at + "/s")
def swap():
    while time.monotonic() < end:
        for old, new in ("d/e", "kept"), ("s", "d/e"), ("d/e", "s"), ("kept", "d/e"), ("d", "moved"), ("moved", "d"):
            os.rename(at + "/" + old, at + "/" + new)
t = threading.Thread(target=swap); t.start()
while time.monotonic() < end:
    tried += 1
    for act in (lambda: open(at + "/d/e/f").read() == "CANARY", lambda: os.stat(at + "/d/e/f").st_size == 6,
                lambda: open(at + "/d/e/f", "r+").read(1) == "C", lambda: "f" in os.listdir(at + "/s")):
        try: won += act()
        except OSError: pass
t.join(); print(won > 0, tried > 50)
"""


@quiet
def a_race_through_an_alias(box):
    """Folders below it are renamed, and a link to the host's put in their place, while names through them are used."""
    folder = box.dir / "birds"
    folder.mkdir()
    bird = folder / "f"
    bird.write_text("CANARY")
    bird.chmod(0o666)
    folder.chmod(0o755)
    done = subprocess.run([PYTHON, "-I", "-c", f"at = {str(box.dir)!r}\n" + RACE, bird], capture_output=True, text=True, timeout=60)
    equal(done.stdout, "True True\n", done.stderr)
    for at in "/tmp", "/mnt/data":
        got = box.script(f"at = {at!r}\n" + RACE, "--profile", "data", args=[str(bird)])
        equal((got.doc["status"], stdout(got)), ("completed", "False True\n"), got)
    equal(bird.read_text(), "CANARY")


def add_tests():
    for one in (a_race_through_an_alias, used_everywhere, what_is_shown_can_be_used, minimal_has_two, the_hosts_are_never_touched, no_socket_is_bound_in_the_hosts, files_come_back, what_the_operator_names_is_the_hosts,
                tables_say_what_they_mean, the_gate_knows_them, auto_keeps_what_is_there_for_a_while):
        test(one)
