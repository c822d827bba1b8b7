"""Shells and hosts that lack something: one line says what, where, and what to do about it."""
import json
import os
import resource
import shutil
import subprocess
import tempfile

from harness import BUILD, ROOT, SANITIZED, TOOL, Result, Skip, environment, equal, test

NOBODY = 4321


def one_line(got, status, *words):
    """The status; one printable line on stderr with these words; nothing was run."""
    equal(got.status, status, got)
    lines = [line for line in got.err.splitlines() if not SANITIZED or not line.startswith("==")]
    equal(len(lines), 1, got)
    assert lines[0].startswith("sallyport ") and lines[0].isprintable(), got
    for word in words:
        assert word in lines[0], (word, got)
    equal(got.out, "", got)


def somebody(box):
    """What makes a call another user's, where we are root; and that user's copy of the tool."""
    theirs = box.dir / "theirs"
    theirs.mkdir()
    shutil.copytree(os.path.dirname(os.path.dirname(TOOL)) + "/libexec", theirs / "libexec")
    (theirs / "bin").mkdir()
    shutil.copy(TOOL, theirs / "bin" / "sallyport")
    (theirs / "mine").mkdir()
    if ROOT:
        os.chown(theirs / "mine", NOBODY, NOBODY)
    drop = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if ROOT else {}

    def call(*args, preexec=None, **env):
        return Result(subprocess.run([theirs / "bin" / "sallyport", *map(str, args)], input=b"", capture_output=True,
                                     timeout=60, preexec_fn=preexec, env=environment(theirs / "mine" / "log", **env),
                                     **drop))
    return call, theirs / "mine"


def limit(which, soft):
    return lambda: resource.setrlimit(which, (soft, soft))


@test
def limits_of_the_shell_are_named(box):
    if SANITIZED:
        raise Skip("a sanitizer has threads, memory and a stack of its own")
    script = box.path("ok.py", "print('ran')\n")
    for which, soft, words in ((resource.RLIMIT_FSIZE, 0, ("log", "File too large (ulimit -f", "nothing was run")),
                               (resource.RLIMIT_FSIZE, 1024, ("log", "ulimit -f", "nothing was run")),
                               (resource.RLIMIT_STACK, 65536, ("stack of 64 KiB", "ulimit -s")),
                               (resource.RLIMIT_NOFILE, 20, ("20 files", "ulimit -n"))):
        got = box.tool("run", script, preexec_fn=limit(which, soft))
        one_line(got, 125, *words)
        equal(box.tool("run", script).out, "ran\n")
    bad = box.path("bad.py", "eval('1')\n")
    one_line(box.tool("check", bad, preexec_fn=limit(resource.RLIMIT_FSIZE, 0)), 2, "ulimit -f", "nothing was judged")
    equal(box.tool("audit", "verify").status, 0)


@test
def processes_that_cannot_be_started(box):
    if SANITIZED:
        raise Skip("a sanitizer starts a thread of its own")
    call, _ = somebody(box)
    script = box.path("ok.py", "print('ran')\n")
    for most in (0, 1, 2, 3):
        one_line(call("run", script, preexec=limit(resource.RLIMIT_NPROC, most)), 125, "Resource temporarily unavailable (ulimit -u")
    equal(call("run", script).out, "ran\n")


@test
def a_umask_that_keeps_the_owner_out(box):
    call, mine = somebody(box)
    script = box.path("wr.py", "open('f', 'w').write('x')\n")
    for tool, where in ((box.tool, box.dir), (call, mine)):
        got = tool("run", "--audit", where / "log2", "--output", where / "out", script,
                   **({"preexec_fn": lambda: os.umask(0o777)} if tool is not call else {"preexec": lambda: os.umask(0o777)}))
        equal((got.status, got.err, (where / "out" / "f").read_text()), (0, "", "x"), got)
        equal([(where / name).stat().st_mode & 0o777 for name in ("log2", "out")], [0o600, 0o700])


@test
def places_where_nothing_can_be_made(box):
    call, mine = somebody(box)
    script = box.path("wr.py", "open('f', 'w').write('x')\n")
    shut = box.dir / "shut"
    shut.mkdir(mode=0o555)
    one_line(call("run", "--output", shut, script), 125, f"--output {shut}", "Permission denied")
    one_line(call("run", "--output", shut / "new", script), 125, f"--output {shut}/new", "Permission denied")
    one_line(call("run", script, SALLYPORT_AUDIT="", HOME=str(shut), XDG_STATE_HOME=""), 125, str(shut), "--audit FILE")
    one_line(call("run", "--audit", shut / "log", script), 125, str(shut), "nothing was run")
    for where in ("/nonexistent", "relative", str(shut), "/dev/null"):
        got = call("run", "--output", mine / "out", script, TMPDIR=where)
        equal((got.status, got.err), (0, ""), (where, got))
        shutil.rmtree(mine / "out")


@test
def descriptors_that_are_closed_or_full(box):
    script = box.path("ok.py", "print('ran')\n")

    def shell(line):
        done = subprocess.run(f"exec {TOOL} {line}", shell=True, stderr=subprocess.PIPE, timeout=60, env=environment(box.log))
        return done.returncode, done.stderr.decode()
    for line, status, word in ((f"run {script} >&-", 125, "standard output: Bad file"),
                               (f"run {script} >/dev/full", 125, "standard output: No space"),
                               (f"run --json {script} >&-", 125, "nothing was run"),
                               (f"run --json {script} >/dev/full", 125, "standard output: No space"),
                               ("run - <&-", 125, "standard input: Bad file"),
                               ("audit verify >/dev/full", 2, "standard output: No space"),
                               ("review list >&-", 2, "standard output: Bad file"),
                               ("doctor >/dev/full", 2, "standard output: No space"),
                               ("audit verify --help >/dev/full", 2, "standard output: No space")):
        got = shell(line)
        assert got[0] == status and word in got[1] and got[1].count("\n") == 1, (line, got)
    equal(shell(f"run {script} >/dev/null <&-"), (0, ""))
    equal(shell(f"run {script} <&- >&- 2>&-")[0], 125)
    equal(shell(f"check {script} <&- >/dev/null 2>&-")[0], 0)
    for line in box.log.read_text().splitlines():
        json.loads(line)
    equal(box.tool("audit", "verify").status, 0)


@test
def a_folder_that_is_gone(box):
    script = box.path("ok.py", "print('ran')\n")
    for args, status, words in ((("run", script), 0, None), (("exec", "/bin/echo", "ran"), 0, None),
                                (("run", "ok.py"), 125, ("ok.py: No such file",)),
                                (("run", "--read", ".", script), 125, ("--read .: No such file",)),
                                (("run", "--output", "out", script), 125, ("--output out: No such file",)),
                                (("run", "--audit", "l", script), 125, ("l: the log", "No such file")),
                                (("check", "."), 2, (".: no *.py",))):
        gone = tempfile.mkdtemp(dir=box.dir)
        got = box.tool(*args, cwd=gone, preexec_fn=lambda where=gone: os.rmdir(where))
        if words is None:
            equal((got.status, got.out), (0, "ran\n"), got)
        else:
            one_line(got, status, *words)


@test
def names_that_look_like_options(box):
    box.path("-x.py", "print('ran')\n")
    box.path("--json.py", "print('ran')\n")
    for name in ("-x.py", "--json.py"):
        for command, status in (("run", 125), ("check", 2)):
            got = box.tool(command, name, cwd=box.dir)
            equal(got.status, status, got)
            assert f"unknown option '{name}'; the file of that name is ./{name}\n" in got.err, got
        for args in (("--", name), ("./" + name,)):
            equal(box.tool("run", *args, cwd=box.dir).out, "ran\n")
            equal(box.tool("check", *args, cwd=box.dir).status, 0)
    assert "'-z'" in box.tool("run", "-zq", "x.py").err


@test
def names_that_are_no_text(box):
    name = b"\xff\xfe.py"
    with open(os.fsencode(box.dir) + b"/" + name, "wb") as f:
        f.write(b"open('out', 'w').write('x')\nraise ValueError\n")
    for env in ({"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}):
        done = subprocess.run([TOOL, "run", "--json", "--input", name + b"=in", "--output", "out", name], cwd=box.dir,
                              capture_output=True, timeout=60, env=environment(box.log, **env))
        doc = json.loads(done.stdout)
        equal((doc["status"], doc["error"]["name"], doc["verdict"]["name"]), ("failed", "ValueError", "\\xff\\xfe.py"), doc)
        equal([f["path"] for f in doc["files"]] + doc["skipped"], ["out"], doc)
        shutil.rmtree(box.dir / "out")


@test
def hosts_without_proc_or_with_a_full_disk(box):
    def mounted(mounts, *args):
        # What is mounted over a folder may hide the program in it.
        mounts = [f"mount --bind {BUILD} /mnt", *mounts]
        script = " && ".join([*mounts, " ".join(map(str, ("exec", "/mnt/bin/sallyport", *args)))])
        return Result(subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, timeout=60,
                                     env=environment(box.log)))
    empty = box.dir / "empty"
    empty.mkdir()
    if not ROOT or mounted([f"mount --bind {empty} {empty}"], "--version").status != 0:
        raise Skip("no mount namespaces here")
    script = box.path("wr.py", "open('a', 'w').write('x' * 200000)\nopen('b', 'w').write('y')\n")
    one_line(mounted([f"mount --bind {empty} /proc"], "run", script), 125, "/proc is not mounted")
    one_line(mounted([f"mount -t tmpfs -o ro none {empty}"], "run", "--output", empty, script), 125, "--output",
             "Read-only file system")
    one_line(mounted([f"mount -t tmpfs -o size=16k none {empty}"], "run", "--audit", empty / "log", script), 125,
             "No space left", "nothing was run")
    got = mounted([f"mount -t tmpfs -o size=64k none {empty}"], "run", "--output", empty, script)
    assert "not copied: a: No space left on device; an empty file remains" in got.err, got
    one_line(mounted([f"mount -t tmpfs -o ro none {d}" for d in ("/var/tmp", "/dev/shm", "/tmp")], "exec", "--audit",
                     "/proc/self/fd/none/log", "true"), 125, "log")
