"""Where Landlock judges alone it grants no more than the table: it can only add rights."""
import functools
import os
import pathlib
import shutil
import subprocess

from harness import PYTHON, ROOT, TOOL, Skip, environment, equal, stdout, test, without

TABLE = """sallyport-rules 1
include  "shared/syscalls.rules"
include  "shared/files.rules"
include  "shared/self.rules"
{rows}
limit    wall 30s  cpu 30s  memory 512M  output 1M  disk 100M  processes 32
limit    open_files 256  file_size 64M
require  tier D
"""
READS = "judge reads by landlock\n"
# What Landlock would open besides, in each kind of row; and what it is.
WIDER = [
    ("allow read {top}/**\ndeny read {top}/secret X901 : secret\n", ("{top}/**", "{top}/secret", "X901")),
    ("allow read {top}/**\ndeny read {top}/**/secret X901 : secret\n", ("{top}/**", "{top}/**/secret")),
    ("allow read {top}/**\ndeny read {top}/in/* X901 : secret\n", ("{top}/in/*",)),
    ("allow read /**\n", ("/**",)),
    ("allow read /proc/**\n", ("/proc as a whole",)),
    ("allow read /tmp/**\n", ("/tmp/**", "other runs")),
]
# Told as a row that Landlock cannot know in part: nothing is granted, rather than all.
PARTS = "allow read {top}/*/open {top}/in/o* {top}/way/** {top}/link\nallow stat {top}/**\n"
LOOKS = """
import os, sys
top = sys.argv[1]
for name in [top + "/secret", top + "/in/secret", top + "/way/secret", top + "/link", "/proc/1/status", "/proc/%s/cmdline" % sys.argv[2], "/proc/self/maps",
             "/proc/self/mem", "/proc/self/environ", "/proc/self/task/%d/status" % os.getpid(), "/proc/self/root/etc/hostname"]:
    try:
        f = os.open(name, os.O_RDONLY)
        print(name, "open")
        os.close(f)
    except OSError as e:
        print(name, "-")
print(open("/proc/meminfo").readline()[:8])
"""


def tree(box):
    top = box.dir / "tree"
    box.log = pathlib.Path("/var/tmp") / f"{box.dir.name}.log"
    (top / "in").mkdir(parents=True)
    for name in ("secret", "open", "in/secret", "in/open"):
        (top / name).write_text("CANARY")
    for path in (top, *top.rglob("*")):
        os.chmod(path, 0o755)
    # By what the link leads to Landlock would open what no row names.
    (top / "way").symlink_to("in")
    (top / "link").symlink_to("secret")
    return top


def one_line(got, *words):
    equal((got.status, got.out), (125, ""), got)
    lines = got.err.splitlines()
    equal(len(lines), 1, got)
    # Where the run has the caller's uid it could read the log, too, which is found first.
    if not ROOT and "the log" in lines[0]:
        return
    for word in words:
        assert word in lines[0], (word, lines)


def tables(box, top, first=""):
    for number, (rows, words) in enumerate(WIDER):
        path = box.path(f"wider{number}.rules", TABLE.format(rows=first + rows.format(top=top)))
        yield path, [word.format(top=top) for word in words]


NO_TRACER = {"preexec_fn": without("ptrace", errno=1), "env": {"ASAN_OPTIONS": "detect_leaks=0"}}
NO_OPENAT2 = {"preexec_fn": without("openat2")}


def ended(test):
    """The log and what lies beside it go, too."""
    @functools.wraps(test)
    def tried(box):
        try:
            test(box)
        finally:
            for path in pathlib.Path("/var/tmp").glob(f"{box.dir.name}.log*"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    return tried


def has_landlock(box):
    if box.script("print(1)").doc["isolation"]["landlock_abi"] == 0:
        raise Skip("no Landlock here")


@test
@ended
def reads_by_landlock_are_what_the_table_says(box):
    has_landlock(box)
    top = tree(box)
    # Bare each of them can be read; and under the table that has no such row each is refused.
    bare = subprocess.run([PYTHON, "-I", "-c", LOOKS, top, str(os.getpid())], capture_output=True, text=True)
    assert bare.stdout.count(" open") >= 8, bare
    for path, words in tables(box, top, READS):
        one_line(box.tool("exec", "--rules", path, "--", PYTHON, "-I", "-c", "print(1)"), "judge reads by landlock",
                 *words)
        done = subprocess.run([TOOL, "policy", "prove", "--rules", path], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and "NOT as the table says" in done.stdout, done
    plain = box.path("plain.rules", TABLE.format(rows=READS + PARTS.format(top=top)))
    for option in (["--read", "/"], ["--read", "/proc"], ["--read", "/tmp"], ["--write", "/tmp"]):
        got = box.tool("exec", "--rules", plain, *option, "--audit", f"{box.log}-2", "--", "/bin/true")
        assert got.status == 125 and len(got.err.splitlines()) == 1, got
    got = box.script(LOOKS, "--rules", plain, args=[str(top), str(os.getpid())])
    lines = stdout(got).splitlines()
    equal(len(lines), 12, got)
    assert all(line.endswith(" -") for line in lines[:-1]) and lines[-1] == "MemTotal", lines
    assert "reads judged by landlock" in got.doc["isolation"]["missing"], got.doc["isolation"]
    got = box.script("print(open('/usr/lib/os-release').readline() != '', open('f', 'w').write('x'), open('f').read())",
                     "--rules", plain)
    equal(stdout(got), "True 1 x\n", got)
    done = subprocess.run([TOOL, "policy", "prove", "--rules", plain], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "names: as the table says" in done.stdout, done


@test
@ended
def without_a_tracer_no_more_than_the_table(box):
    has_landlock(box)
    top = tree(box)
    for path, words in tables(box, top):
        one_line(box.tool("exec", "--rules", path, "--", PYTHON, "-I", "-c", "print(1)", **NO_TRACER), "tier D", *words)
        # With a tracer the same table is fine.
        if "/tmp/**" not in words[0] and (ROOT or words != ["/**"]):
            equal(stdout(box.script("print(1)", "--rules", path)), "1\n")
    plain = box.path("plain.rules", TABLE.format(rows=PARTS.format(top=top)))
    for option, words in ((["--read", "/tmp"], ["--read", "other runs"]), (["--read", "/proc"], ["--read", "/proc"]),
                          (["--input", box.path("in.txt", "x")], ["deny write", "in.txt", "R223"])):
        one_line(box.tool("exec", "--rules", plain, *option, "--", "/bin/true", **NO_TRACER), *words)
    got = box.script(LOOKS, "--rules", plain, args=[str(top), str(os.getpid())], **NO_TRACER)
    lines = stdout(got).splitlines()
    assert all(line.endswith(" -") for line in lines[:-1]) and lines[-1] == "MemTotal" and len(lines) == 12, got
    equal(got.doc["isolation"]["tier"], "D")
    got = box.judged("print(1)", "--profile", "auto", "--degraded", **NO_TRACER)
    equal((got.status, got.doc["status"]), (125, "error"), got)
    assert "auto" in got.doc["error"]["value"], got


# A folder of the run's, exchanged for a link while it is opened: what was read that was not in it.
RACE = """
import ctypes, os, sys, threading, time
target, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
libc = ctypes.CDLL(None)
os.mkdir("d"); open("d/" + name, "w").write("own"); os.symlink(target, "e")
end = time.monotonic() + seconds
if os.fork() == 0:
    while time.monotonic() < end:
        libc.renameat2(-100, b"d", -100, b"e", 2)
    os._exit(0)
tries = won = 0
while time.monotonic() < end:
    try:
        with open("d/" + name) as f:
            won += "CANARY" in f.read(1000)
    except OSError:
        pass
    tries += 1
os.wait()
print(tries > 50, won)
"""


@test
@ended
def without_openat2_no_link_leads_into_proc(box):
    has_landlock(box)
    top = tree(box)
    user = {"user": 65534, "group": 65534} if ROOT else {}
    with subprocess.Popen([PYTHON, "-c", "import time; print(flush=True); time.sleep(100)", "CANARY"],
                          stdout=subprocess.PIPE, **user) as victim:
        victim.stdout.readline()
        place = f"/proc/{victim.pid}"
        try:
            (box.dir / "bare").mkdir()
            bare = subprocess.run([PYTHON, "-I", "-c", RACE, place, "cmdline", "1"], capture_output=True, text=True,
                                  cwd=box.dir / "bare", timeout=60)
            tried, won = bare.stdout.split()
            assert int(won) > 0, bare
            plain = box.path("plain.rules", TABLE.format(rows=f"allow exec {PYTHON}"))
            got = box.script(RACE, "--rules", plain, args=[place, "cmdline", "5"], **NO_OPENAT2)
            equal((stdout(got), got.doc["isolation"]["tier"]), ("True 0\n", "C"), got)
        finally:
            victim.kill()
    for path, words in tables(box, top):
        one_line(box.tool("exec", "--rules", path, "--", PYTHON, "-I", "-c", "print(1)", **NO_OPENAT2), "tier C", *words)
    got = box.script(LOOKS, "--rules", plain, args=[str(top), str(os.getpid())], **NO_OPENAT2)
    lines = stdout(got).splitlines()
    assert all(line.endswith(" -") for line in lines[:-1]) and lines[-1] == "MemTotal" and len(lines) == 12, got
    # Inputs are kept by their modes.
    got = box.script("print(open('in.txt').read(), open('o', 'w').write('1'))", "--rules", plain, "--input",
                     box.path("in.txt", "IN"), **NO_OPENAT2)
    equal(stdout(got), "IN 1\n", got)
