"""Another name grants nothing that the first does not; other runs' folders are none of ours."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile

from harness import PYTHON, ROOT, TOOL, Box, environment, equal, stdout, test

TABLE = """sallyport-rules 1
include  "shared/syscalls.rules"
include  "shared/files.rules"
include  "shared/self.rules"
allow    read     {top}/**
allow    stat     {top}/**
allow    write    {top}/**
allow    exec     {top}/bin/**
allow    connect  unix:{top}/**
deny     read     {top}/secret                  X901 : secret
deny     read     {top}/shelf/deep/secret       X902 : secret
deny     write    {top}/box/locked              X903 : stays as it is
deny     read     {top}/**/.env                 X904 : secret
deny     connect  unix:{top}/control            X905 : not for this run
limit    wall 30s  cpu 30s  memory 512M  output 1M  disk 100M  processes 32
limit    open_files 256  file_size 64M
require  tier B
"""

# Each way prints what it read or changed; "-" if it did not.
WAYS = """
import ctypes, os, sys
top, libc = sys.argv[1], ctypes.CDLL(None, use_errno=True)
def rename(old, new, flags=0):
    if libc.renameat2(-100, old.encode(), -100, new.encode(), flags) != 0:
        raise OSError(ctypes.get_errno(), "renameat2")
def link_by_descriptor(old, new):
    f = os.open(old, os.O_PATH)
    if libc.linkat(-100, b"/proc/self/fd/%d" % f, -100, new.encode(), 0x400) != 0:
        raise OSError(ctypes.get_errno(), "linkat")
def link_of_descriptor(old, new):
    f = os.open(old, os.O_PATH)
    if libc.linkat(f, b"", -100, new.encode(), 0x1000) != 0:
        raise OSError(ctypes.get_errno(), "linkat")
def exchange(old, new):
    open(new, "w").close()
    rename(old, new, 2)
def exchanged(old, new):
    open(new, "w").close()
    rename(new, old, 2)
def ways(old):
    for way in os.rename, os.link, rename, link_by_descriptor, link_of_descriptor, exchange, exchanged:
        new = top + "/new"
        try:
            way(old, new)
            yield way.__name__, new
            rename(new, old)
        except OSError:
            yield way.__name__, None
        try:
            os.unlink(new)
        except OSError:
            pass
def attempt(name, deed):
    try:
        print(name, deed())
    except OSError as e:
        print(name, "-")
for old in "/secret", "/shelf/deep/secret", "/x/.env":
    for way, new in ways(top + old):
        print(old, way, open(new).read() if new else "-")
def aside(inner, deed):
    os.rename(top + inner, top + "/aside")
    try:
        return deed(top + "/aside")
    finally:
        os.rename(top + "/aside", top + inner)
def swapped(inner, deed):
    os.mkdir(top + "/aside")
    try:
        rename(top + "/aside", top + inner, 2)
        try:
            return deed(top + "/aside")
        finally:
            rename(top + "/aside", top + inner, 2)
    finally:
        os.rmdir(top + "/aside")
def write(name):
    open(name, "a").close()
    return "written"
for move in aside, swapped:
    attempt("folder", lambda: move("/shelf/deep", lambda d: open(d + "/secret").read()))
    attempt("folder above", lambda: move("/shelf", lambda d: open(d + "/deep/secret").read()))
    attempt("locked", lambda: move("/box", lambda d: write(d + "/locked")))
    attempt("into a tree of programs", lambda: (move("/tools", lambda d: os.rename(d, top + "/bin/t")),
                                                os.rename(top + "/bin/t", top + "/tools"), "moved")[-1])
attempt("socket", lambda: (os.rename(top + "/control", top + "/s"), os.rename(top + "/s", top + "/control"),
                           "named")[-1])
"""

HONEST = """
import os, shutil, sys, tempfile
top = sys.argv[1]
os.makedirs("a/b/c"); open("a/b/c/f", "w").write("1")
os.rename("a/b", "z"); os.rename("z", top + "/moved"); os.rename(top + "/moved", "a/b"); print(os.listdir("a/b/c"))
os.replace("a/b/c/f", "f"); os.link("f", "g"); os.link("g", top + "/g"); os.rename(top + "/g", "g2")
os.makedirs(top + "/p/q"); os.rename(top + "/p", top + "/r"); print(os.listdir(top + "/r")); shutil.rmtree(top + "/r")
os.makedirs("old"); os.makedirs("new"); os.rename("old", "new"); print(os.path.isdir("old"))
with tempfile.NamedTemporaryFile("w", dir=top, delete=False) as f: f.write("2")
os.replace(f.name, top + "/result"); print(open(top + "/result").read()); os.unlink(top + "/result")
shutil.move("f", "a/f"); shutil.move("a", "moved"); print(sorted(os.listdir("moved")))
home = os.environ["HOME"]; shutil.move("moved", home + "/m"); shutil.move(home + "/m", "back")
print(open("back/f").read())
try: os.rename("none", "other")
except FileNotFoundError: print("none")
"""


def shelf(box):
    top = box.dir / "tree"
    for folder in ("shelf/deep", "x", "bin", "tools", "box"):
        (top / folder).mkdir(parents=True)
    for name in ("secret", "shelf/deep/secret", "x/.env"):
        (top / name).write_text("SECRET")
    (top / "box/locked").write_text("LOCKED")
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(str(top / "control"))
    for path in (top, *top.rglob("*")):
        os.chmod(path, 0o777)
        if ROOT:
            os.chown(path, 65534, 65534)
    return top


@test
def another_name_grants_no_more(box):
    top = shelf(box)
    bare = subprocess.run([PYTHON, "-I", "-c", WAYS, top], capture_output=True, text=True, timeout=60,
                          **({"user": 65534, "group": 65534} if ROOT else {}))
    won = bare.stdout.splitlines()
    # What descriptors alone name needs a right that not everybody has.
    assert sum(not line.endswith("-") for line in won) >= 27, bare
    rules = box.path("t.rules", TABLE.format(top=top))
    got = box.script(WAYS, "--rules", rules, args=[str(top)])
    lines = stdout(got).splitlines()
    equal(len(lines), len(won), got)
    assert all(line.endswith(" -") for line in lines), [line for line in lines if not line.endswith(" -")]
    equal((top / "secret").read_text() + (top / "shelf/deep/secret").read_text(), "SECRET" * 2)
    equal((top / "box/locked").read_text(), "LOCKED")
    rules = {v["rule"] for v in got.doc["violations"]}
    assert {"X901", "X902", "X903", "X904", "X905"} <= rules, rules


@test
def honest_moves_stay(_):
    box = Box("/tmp")			# the file system of runs
    try:
        honest_moves(box)
    finally:
        box.close()


def honest_moves(box):
    top = shelf(box)
    (box.dir / "bare").mkdir()
    bare = subprocess.run([PYTHON, "-I", "-c", HONEST, top], capture_output=True, text=True, timeout=60,
                          cwd=box.dir / "bare", env={"HOME": str(box.dir)}, check=True)
    # A folder may hold sockets, and what some row refuses by its last part: it stays where the same rows hold.
    table = "".join(line for line in TABLE.format(top=top).splitlines(True)
                    if " connect " not in line and ".env" not in line)
    for options in (["--rules", box.path("t.rules", table)], ["--write", top]):
        got = box.script(HONEST, *options, args=[str(top)])
        equal((stdout(got), got.status), (bare.stdout, 0), got)
        equal(got.doc["violations"], [], got)
    inside = """
import os, sys
top = sys.argv[1]
os.makedirs(top + "/p/q/r"); open(top + "/p/q/f", "w").write("1"); os.rename(top + "/p/q", top + "/x/q")
os.rename(top + "/x", top + "/y"); os.rename(top + "/y/q/f", top + "/y/g"); print(open(top + "/y/g").read())
os.mkdir("d"); os.rename("d", top + "/p/d"); os.rename(top + "/y", top + "/x")
"""
    table = "".join(line for line in TABLE.format(top=top).splitlines(True) if " connect " not in line)
    got = box.script(inside, "--rules", box.path("t.rules", table), args=[str(top)])
    equal((stdout(got), got.status, got.doc["violations"]), ("1\n", 0, []), got)


# One run looks for another's folders, in each way there is.
VICTIM = """
import os, sys, time
open("mine", "w").write("CANARY"); open(os.environ["HOME"] + "/kept", "w").write("CANARY")
print(os.path.dirname(os.environ["HOME"]) + "/work", flush=True)
for _ in range(600):
    time.sleep(.1)
    if os.path.exists("stop"): break
print(open("mine").read(), sorted(os.listdir(".")))
"""
THIEF = """
import os, sys
work, pid, mine = sys.argv[1:4]
run, base = os.path.dirname(work), os.path.dirname(os.path.dirname(work))
def attempt(name, deed):
    try:
        deed()
        print(name, "won")
    except OSError as e:
        print(name, "-")
attempt("read", lambda: open(work + "/mine").read())
attempt("input", lambda: open(work + "/input.txt").read())
attempt("home", lambda: open(run + "/home/kept").read())
attempt("list", lambda: os.listdir(work))
attempt("list above", lambda: os.listdir(run))
attempt("stat", lambda: os.stat(work + "/mine"))
attempt("readlink", lambda: os.path.realpath(work + "/mine", strict=True))
attempt("enter", lambda: os.chdir(work))
attempt("write", lambda: open(work + "/mine", "a").close())
attempt("make", lambda: open(work + "/new", "w").close())
attempt("rename in", lambda: (open(mine + "/x", "w").close(), os.rename(mine + "/x", work + "/mine")))
attempt("rename out", lambda: os.rename(work + "/mine", mine + "/got"))
attempt("hard link", lambda: (os.link(work + "/mine", mine + "/linked"), open(mine + "/linked").read()))
attempt("rename the run", lambda: os.rename(run, base + "/renamed"))
attempt("rename work", lambda: os.rename(work, run + "/renamed"))
def by_link():
    os.symlink(run, mine + "/way")
    open(mine + "/way/work/mine").read()
attempt("by a link", by_link)
attempt("by dots", lambda: open(base + "/./x/../" + os.path.basename(run) + "/work/mine").read())
def above():
    os.rename(base, base + "-moved")
    try:
        open(base + "-moved/" + os.path.basename(run) + "/work/mine").read()
    finally:
        os.rename(base + "-moved", base)
attempt("by another name of the base", above)
attempt("by /proc", lambda: open("/proc/%s/cwd/mine" % pid).read())
attempt("by /proc root", lambda: open("/proc/%s/root%s/mine" % (pid, work)).read())
attempt("remove", lambda: os.unlink(work + "/input.txt"))
"""


def without_aliases(box):
    """/tmp is the host's then."""
    return "--rules", box.path("plain.rules", 'sallyport-rules 1\ninclude "minimal.rules"\ninclude "shared/no-aliases.rules"\n')


def started(box, base, *options):
    """A victim that runs, its folder in `base`; the process, and its folder."""
    with open(box.dir / "input.txt", "w") as f:
        f.write("CANARY")
    env = environment(box.log.parent / "victim.jsonl")
    if base is not None:
        env["TMPDIR"] = str(base)
    victim = subprocess.Popen([TOOL, "exec", *options, "--input", box.dir / "input.txt", "--", PYTHON, "-I", "-c",
                               VICTIM], env=env, stdout=subprocess.PIPE, text=True)
    return victim, victim.stdout.readline().strip()


def elsewhere(box):
    """A log that no option here lets the run change."""
    box.log = pathlib.Path(tempfile.mkdtemp(prefix="sallyport-log-", dir="/var/tmp")) / "log"
    return box.log.parent


def stop(victim, work):
    (pathlib.Path(work) / "stop").touch()
    rest = victim.communicate(timeout=60)[0]
    return rest, victim.returncode


@test
def another_runs_folders_are_out_of_reach(box):
    """By --read and --write of the base; in a base of one's own, where the runs have the caller's uid."""
    logs = elsewhere(box)
    for base in (None,) if ROOT else (None, box.dir / "base"):
        place = pathlib.Path(base or "/tmp")
        if base:
            base.mkdir()
        mine = pathlib.Path(tempfile.mkdtemp(prefix="thief-", dir=base or "/tmp"))
        os.chmod(mine, 0o777)
        try:
            # Bare, by the same user: then what is there is there for it.
            victim, work = started(box, base)
            bare = subprocess.run([PYTHON, "-I", "-c", THIEF, work, str(victim.pid), str(mine)], capture_output=True,
                                  text=True, timeout=60, **({"user": 65534, "group": 65534} if ROOT else {}))
            assert sum(line.endswith("won") for line in bare.stdout.splitlines()) >= (9 if ROOT else 11), bare
            victim.kill()
            victim.wait()
            victim.stdout.close()
            shutil.rmtree(mine)
            mine.mkdir()
            os.chmod(mine, 0o777)
            for right in "--read", "--write":
                for tree in (place, box.dir) if base else (place,):
                    victim, work = started(box, base)
                    got = box.script(THIEF, *without_aliases(box), right, tree, args=[work, str(victim.pid), str(mine)])
                    rest, status = stop(victim, work)
                    lines = stdout(got).splitlines()
                    equal([line for line in lines if not line.endswith(" -")], [], right)
                    equal(len(lines), 21, got)
                    equal((rest, status), ("CANARY ['input.txt', 'mine', 'stop']\n", 0))
                    equal(list(mine.glob("got")) + list(mine.glob("linked")), [])
                    # Where else somebody's TMPDIR may be, nobody knows.
                    assert base or got.doc["isolation"]["tier"] == "B" or \
                        "landlock between runs" in got.doc["isolation"]["missing"], got.doc["isolation"]
        finally:
            shutil.rmtree(mine, ignore_errors=True)
    shutil.rmtree(logs)


@test
def a_run_has_its_own_folder_whatever_the_options(box):
    text = """
import os
open("a", "w").write("1"); os.mkdir("sallyport-run.mine"); open("sallyport-run.mine/f", "w").write("2")
os.rename("sallyport-run.mine", "b"); print(open("b/f").read(), sorted(os.listdir(".")))
run = os.path.dirname(os.environ["HOME"])
for deed in (lambda: os.rename(run, "/tmp/stolen"), lambda: os.rename(run + "/work", run + "/w2"),
             lambda: open(run + "/new", "w")):
    try: deed(); print("won")
    except OSError: print("-")
print(os.path.exists(run), len(os.listdir("/tmp")) > 0)
"""
    logs = elsewhere(box)
    try:
        got = box.script(text, *without_aliases(box), "--write", "/tmp")
    finally:
        shutil.rmtree(logs)
    equal(stdout(got), "2 ['a', 'b']\n-\n-\n-\nTrue True\n", got)
