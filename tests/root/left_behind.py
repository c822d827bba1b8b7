"""What a run leaves is collected and removed with its own rights, on its own file system."""
import contextlib
import fcntl
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import tempfile
import time

from harness import PYTHON, ROOT, TOOL, Skip, environment, equal, stdout, test

NOBODY = 65534
# Everything in the tree comes into the work folder.
MOVES = """
import os, sys, time
for name in sorted(os.listdir(sys.argv[1])):
    try:
        os.rename(os.path.join(sys.argv[1], name), name)
    except OSError as e:
        print(name, "-", e)
open("own", "w").write("OWN"); os.mkdir("made"); open("made/f", "w").write("OWN TOO")
print(sorted(os.listdir(".")), flush=True)
if len(sys.argv) > 2:
    time.sleep(30)
"""


def who(root):
    return {} if root or not ROOT else {"user": NOBODY, "group": NOBODY, "extra_groups": []}


@contextlib.contextmanager
def tree(dir="/tmp"):
    """Writable for the run, with what is not the run's in it; and what was mounted."""
    if not ROOT:
        raise Skip("only root can make files of others")
    top = pathlib.Path(tempfile.mkdtemp(prefix="moved-", dir=dir))
    mounts = []
    try:
        (top / "secret").write_text("CANARY")           # root's, in a folder of the run's
        os.chmod(top / "secret", 0o600)
        (top / "readable").write_text("CANARY")
        (top / "elsewhere").mkdir()
        (top / "elsewhere" / "linked").write_text("CANARY")
        os.link(top / "elsewhere" / "linked", top / "hard")
        os.chmod(top / "elsewhere", 0o700)
        os.mkfifo(top / "fifo")
        (top / "sticky").mkdir()                        # anybody's to fill, nobody's to empty
        (top / "sticky" / "kept").write_text("CANARY")
        os.chmod(top / "sticky", 0o1777)
        (top / "way" / "mnt").mkdir(parents=True)
        (top / "way" / "same").mkdir()
        os.mknod(top / "way" / "device", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
        other = top / "elsewhere" / "other"
        other.mkdir()
        os.chmod(other, 0o777)
        for what in (["-t", "tmpfs", "own", top / "way" / "mnt"], ["--bind", other, top / "way" / "same"]):
            done = subprocess.run(["mount", *map(str, what)], capture_output=True)
            if done.returncode == 0:
                mounts.append(what[-1])
        for mount in mounts:
            os.chmod(mount, 0o777)
            (mount / "kept").write_text("CANARY")
            os.chown(mount / "kept", NOBODY, NOBODY)
        for path in (top, top / "way", top / "way" / "mnt", top / "way" / "same"):
            os.chown(path, NOBODY, NOBODY)
        os.chmod(top, 0o755)
        yield top, mounts
    finally:
        moved = [line.split()[4] for line in open("/proc/self/mountinfo") if "/way/" in line.split()[4] and
                 ("/moved-" in line.split()[4] or "/sallyport-run." in line.split()[4])]
        for mount in moved:
            subprocess.run(["umount", mount], check=True)
        shutil.rmtree(top, ignore_errors=True)


def folders():
    """Of ours: without root, /tmp is everybody's."""
    return {e.name for e in os.scandir("/tmp") if e.name.startswith("sallyport-run.") and
            (ROOT or e.stat(follow_symlinks=False).st_uid == os.geteuid())}


def clear():
    """What only root can remove from what was left: the next run then does the rest."""
    for line in open("/proc/self/mountinfo"):
        if "/sallyport-run." in line.split()[4]:
            subprocess.run(["umount", line.split()[4]], check=True)
    for name in folders():
        for path in pathlib.Path("/tmp", name).rglob("kept"):
            path.unlink()


def canaries(place):
    """The text of what was not the run's to delete, wherever it is now."""
    found = {}
    for name in ("sticky/kept", "way/mnt/kept", "way/same/kept"):
        for at in [place, *pathlib.Path(place).glob("*"), *pathlib.Path(place).glob("*/.[0-9]*")]:
            path = pathlib.Path(at) / name
            if path.exists():
                found[name] = path.read_text()
    # A folder that was emptied is moved up under a name of its own.
    for path in pathlib.Path(place).glob("work/.*/*"):
        if path.name == "kept" or (path / "kept").exists():
            found[str(path)] = (path if path.name == "kept" else path / "kept").read_text()
    return found


def copied(out):
    return sorted(str(p.relative_to(out)) for p in pathlib.Path(out).rglob("*") if not p.is_dir())


@test
def what_was_moved_in_is_nobody_elses(box):
    for root in True, False:
        with tree() as (top, mounts):
            # What root does with it: it reads everything.
            equal((top / "secret").read_text(), "CANARY")
            out = box.dir / f"out{root}"
            out.mkdir()
            os.chmod(out, 0o777)
            logs = pathlib.Path(tempfile.mkdtemp(prefix="sallyport-log-", dir="/var/tmp"))
            os.chmod(logs, 0o1777)
            box.log = logs / "log"
            before = folders()
            got = box.script(MOVES, "--write", top, "--output", out, args=[str(top)], **who(root), cwd=logs)
            left = folders() - before
            try:
                equal(got.status, 0, got)
                assert "'secret'" in stdout(got) and "'way'" in stdout(got), got
                equal(copied(out), ["made/f", "own"], got)
                skipped = {s["path"]: s["why"] for s in got.doc["skipped"]}
                for name, why in (("secret", "another user"), ("readable", "another user"), ("hard", "another user"),
                                  ("fifo", "pipe"), ("way/device", "device")):
                    assert why in skipped.get(name, ""), (name, skipped, stdout(got))
                for mount in mounts:
                    assert "file system" in skipped[f"way/{mount.name}"], skipped
                assert not any(b"CANARY" in (out / p).read_bytes() for p in copied(out))
                equal((top / "elsewhere" / "linked").read_text(), "CANARY")
                # What cannot be removed stays, and is said.
                equal(len(left), 1)
                place = f"/tmp/{left.pop()}"
                assert place in skipped and "stays" in skipped[place], skipped
                said = [line for line in got.err.splitlines() if ": not copied: " not in line]
                assert len(said) == 1 and place in said[0], got.err
                texts = canaries(place)
                equal(list(texts.values()), ["CANARY"] * (1 + len(mounts)), texts)
                # The next run does no better, and says nothing.
                again = box.script("print(1)", **who(root), cwd=logs)
                equal((stdout(again), again.err, len(folders() - before)), ("1\n", "", 1))
                equal(list(canaries(place).values()), ["CANARY"] * (1 + len(mounts)))
            finally:
                clear()
                box.script("print(1)", **who(root), cwd=logs)
                equal(folders() - before, set())
                shutil.rmtree(logs)


@test
def what_a_killed_run_left_is_swept_with_its_rights(box):
    for root in True, False:
        with tree() as (top, mounts):
            logs = pathlib.Path(tempfile.mkdtemp(prefix="sallyport-log-", dir="/var/tmp"))
            os.chmod(logs, 0o1777)
            box.log = logs / "log"
            before = folders()
            front = subprocess.Popen([TOOL, "exec", "--profile", "minimal", "--write", top, "--", PYTHON, "-I", "-c", MOVES, top, "wait"],
                                     env=environment(box.log), stdout=subprocess.PIPE, text=True, cwd=logs,
                                     **who(root))
            front.stdout.readline()
            line = front.stdout.readline() or ""
            front.send_signal(signal.SIGKILL)
            front.communicate()
            time.sleep(0.5)
            left = folders() - before
            equal(len(left), 1, line)
            place = f"/tmp/{left.pop()}"
            try:
                box.script("print(1)", **who(root), cwd=logs)
                equal(list(canaries(place).values()), ["CANARY"] * (1 + len(mounts)))
            finally:
                clear()
                box.script("print(1)", **who(root), cwd=logs)
                equal(folders() - before, set())
                shutil.rmtree(logs)


@test
def wherever_and_however_far_a_run_was_it_is_swept(box):
    """Killed while its folder was made or removed, or where another base was its place; not while its lock is held."""
    uid = NOBODY if ROOT else os.geteuid()

    def left(base, *made):
        top = pathlib.Path(tempfile.mkdtemp(prefix="sallyport-run.", dir=base))
        os.chmod(top, 0o711)
        for name, owner in made:
            (top / name).mkdir(mode=0o700)
            if ROOT:
                os.chown(top / name, owner, owner)
        return top

    us = os.geteuid()
    states = [(), [("work", us)], [("work", uid)], [("work", uid), ("home", us)], [("work", uid), ("home", uid)],
              [("work", uid), ("home", uid), ("home/.shm", us)], [("work", uid), ("home", uid), ("home/.shm", uid)]]
    bases = ["/tmp", "/var/tmp", "/dev/shm"]
    tops = [left(base, *made) for base in bases for made in states]
    full = left("/var/tmp", ("work", uid), ("home", uid))
    (full / "home" / "deep" / "er").mkdir(parents=True)
    (full / "home" / "deep" / "file").write_text("x")
    if ROOT:
        for path in (full / "home").rglob("*"):
            os.chown(path, uid, uid)
    os.chmod(full / "home" / "deep", 0)
    held = left("/var/tmp", ("work", uid), ("home", uid))
    lock = os.open(held, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    equal(box.tool("exec", "--", "/bin/true").status, 0)
    equal([str(top) for top in [*tops, full] if top.exists()], [])
    equal(sorted(os.listdir(held)), ["home", "work"], "its lock is held")
    os.close(lock)
    equal(box.tool("exec", "--", "/bin/true").status, 0)
    assert not held.exists(), held


@test
def the_collector_has_the_runs_rights(box):
    """Files that the run's user may not read are not copied, whoever started it."""
    text = """
import os
open("plain", "w").write("1"); open("shut", "w").write("2"); os.chmod("shut", 0)
os.mkdir("dark"); open("dark/f", "w").write("3"); os.chmod("dark", 0)
"""
    for uid in (["--uid", "0"], []) if ROOT else ([],):
        out = box.dir / ("out" + "".join(uid))
        before = folders()
        got = box.script(text, "--output", out, *uid)
        # A folder stays open to its owner, so that what grows in it is counted.
        equal((got.status, copied(out)), (0, ["dark/f", "plain"]), got)
        equal([s["path"] for s in got.doc["skipped"]], ["shut"], got)
        equal(folders() - before, set())


@test
def much_and_many_are_copied_whole(box):
    text = """
import os
open("big", "wb").write(bytes(range(256)) * 4096 * 30); open("empty", "w").close()
for i in range(1500):
    os.makedirs("d%d/e" % (i % 50), exist_ok=True); open("d%d/e/%d" % (i % 50, i), "w").write(str(i))
open("odd\\n\\x1b name", "w").write("x")
"""
    out = box.dir / "out"
    got = box.script(text, "--output", out)
    equal((got.status, got.doc["skipped"], len(got.doc["files"])), (0, [], 1503), got.err)
    equal((out / "big").read_bytes(), bytes(range(256)) * 4096 * 30)
    assert all((out / f"d{i % 50}/e/{i}").read_text() == str(i) for i in range(1500))
    assert [f["path"] for f in got.doc["files"]] == sorted((f["path"] for f in got.doc["files"]), key=os.fsencode)
