"""What the suites of supervised runs share: a TAP loop, and ways to run."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

BUILD = pathlib.Path(sys.argv[1]).resolve()
TOOL = str(BUILD / "bin" / "sallyport")
SANITIZED = BUILD.name in ("build-asan", "build-tsan")
PYTHON = "/usr/bin/python3"
ROOT = os.geteuid() == 0
# Where the program is tests/warm/sallyport: is the second cell of a session what stands for a run?
GIVEN = BUILD / "bin" / "given"
CELL = GIVEN.exists() and "WARM_DOOR=cell" in GIVEN.read_text()
# What `python3 -c TEXT` is called.
TEXT = "/s.py" if GIVEN.exists() else "<string>"
TESTS = []
RULES = pathlib.Path(__file__).resolve().parents[2] / "rules"


class Skip(Exception):
    pass


def test(function):
    TESTS.append(function)
    return function


def quiet(function, needed=True):
    """Mark a test that needs a machine where nothing else runs; None is for one that goes with either part."""
    function.quiet = needed
    return function


def environment(log, **more):
    env = {**os.environ, "SALLYPORT_AUDIT": str(log), "SALLYPORT_AUDIT_SYNC": "off", **more}
    env.pop("TMPDIR", None)
    return env


NUMBERS = {"openat2": 437, "ptrace": 101, "landlock_create_ruleset": 444, "seccomp": 317,
           "process_vm_readv": 310, "mseal": 462, "close_range": 436}


def without(*names, errno=38):
    """A preexec function: in the child and all below it these calls fail."""
    def install():
        import ctypes
        import struct

        def op(code, jt, jf, k):
            return struct.pack("HBBI", code, jt, jf, k)
        code = op(0x20, 0, 0, 0)
        for name in names:
            code += op(0x15, 0, 1, NUMBERS[name]) + op(0x06, 0, 0, 0x50000 | errno)
        code += op(0x06, 0, 0, 0x7fff0000)
        buffer = ctypes.create_string_buffer(code)
        program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code) // 8,
                                                          ctypes.addressof(buffer)))
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.prctl(38, 1, 0, 0, 0) == 0
        assert libc.prctl(22, 2, program, 0, 0) == 0, ctypes.get_errno()
    return install


class Result:
    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode("utf-8", "backslashreplace")
        self.err = done.stderr.decode("utf-8", "backslashreplace")
        self.doc = None

    def __repr__(self):
        return f"status {self.status}\nstdout: {self.out[-3000:]}\nstderr: {self.err[-3000:]}"


class Box:
    """A folder and a log of one test's own."""
    # What `exec` holds of one program alone, unless a test names another profile; None is as it comes.
    exec_profile = "minimal"

    def __init__(self, place="/var/tmp"):
        # Of the host's /tmp no run sees anything: it has its own.
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="sallyport-test-", dir=place))
        os.chmod(self.dir, 0o755)
        self.log = self.dir / "log.jsonl"

    def path(self, name, text=None):
        path = self.dir / name
        if text is not None:
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def tool(self, *args, stdin=b"", env=None, timeout=120, **more):
        if args[0] == "exec" and self.exec_profile and not {"--profile", "--rules", "--help"} & set(args):
            args = "exec", "--profile", self.exec_profile, *args[1:]
        done = subprocess.run([TOOL, *map(str, args)], input=stdin, capture_output=True,
                              env=environment(self.log, **(env or {})), timeout=timeout, **more)
        return Result(done)

    def json(self, *args, **more):
        """`run` or `exec` with --json; the document is in .doc."""
        got = self.tool(args[0], "--json", *args[1:], **more)
        assert got.out, got
        got.doc = json.loads(got.out)
        return got

    def script(self, text, *options, name="script.py", args=(), **more):
        """Run `text` without the gate's judgement, as `exec python3 -c`."""
        return self.json("exec", *options, "--", PYTHON, "-I", "-B", "-c", text, *args, **more)

    def judged(self, text, *options, name="script.py", args=(), **more):
        path = self.path(name, text)
        return self.json("run", *options, path, *(["--", *args] if args else []), **more)

    def records(self):
        records = [json.loads(line) for line in self.log.read_text().splitlines()]
        # Not those of the session and of its first cell.
        sessions = {r.get("session") for r in records} if CELL else ()
        return [r for r in records if not CELL or r.get("cell") == 2 or "cell" not in r and r.get("id") not in sessions]

    def outcome(self):
        return [r for r in self.records() if r["type"] == "outcome"][-1]

    def close(self):
        shutil.rmtree(self.dir, ignore_errors=True)


def equal(got, want, about=""):
    assert got == want, f"{about}: got {got!r}, want {want!r}"


def stdout(got):
    return "".join(got.doc["logs"]["stdout"])


def lax(box):
    """A table whose gate lets everything pass, with the supervisor of `data`."""
    words = set()
    for path in (RULES / "shared").glob("*.rules"):
        words.update(re.findall(r"^(?:allow|hold|deny)\s+flow\s+(\S+)", path.read_text(), re.M))
    names = ("source", "frontends", "nodes", "syscalls", "files", "self", "aliases")
    for name in names:
        (box.dir / f"{name}.rules").write_text((RULES / f"shared/{name}.rules").read_text())
    kinds = ("import", "member", "call", "attr", "flow", "path", "string", "name", "host")
    return box.path("lax.rules", "sallyport-rules 1\n" + "".join(f'include "{name}.rules"\n' for name in names)
                    + "".join(f"default allow {kind}\n" for kind in kinds) + f"allow flow {' '.join(sorted(words))}\n"
                    "allow bind unix:$WORK/** unix:$HOME/.tmp/**\nallow connect unix:$WORK/** unix:$HOME/.tmp/**\n")


def main():
    wanted = sys.argv[2:]
    TESTS[:] = [t for t in TESTS if not wanted or t.__name__ in wanted]
    # tests/run asks for the part that needs quiet, or for the rest.
    if part := os.environ.get("SALLYPORT_TESTS"):
        TESTS[:] = [t for t in TESTS if getattr(t, "quiet", False) in (part == "quiet", None)]
    print(f"1..{len(TESTS)}", flush=True)
    failed = 0
    for number, function in enumerate(TESTS, 1):
        name = function.__name__.replace("_", " ")
        box = Box()
        try:
            function(box)
            print(f"ok {number} - {name}", flush=True)
        except Skip as why:
            print(f"ok {number} - {name} # SKIP {why}", flush=True)
        except BaseException:
            failed += 1
            print(f"not ok {number} - {name}", flush=True)
            for line in traceback.format_exc().splitlines():
                print("#", line, flush=True)
        finally:
            box.close()
    sys.exit(1 if failed else 0)
