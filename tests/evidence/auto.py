"""run --profile auto: what was not seen to be needed is refused at run time.

So that something can be tried that the gate did not see, the base is a table
whose gate lets everything pass and whose supervisor is that of `data`; the
script runs its standard input, which no manifest knows.
"""
import pathlib
import re

from harness import equal, stdout, test

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = "exec(input())\n"


def lax(box):
    """Every word of the gate's tables, allowed; what else `data` includes."""
    words = set()
    for path in (ROOT / "rules/shared").glob("*.rules"):
        words.update(re.findall(r"^(?:allow|hold|deny)\s+flow\s+(\S+)", path.read_text(), re.M))
    for name in ("source", "frontends", "nodes", "syscalls", "files", "self"):
        (box.dir / f"{name}.rules").write_text((ROOT / f"rules/shared/{name}.rules").read_text())
    kinds = ("import", "member", "call", "attr", "flow", "path", "string", "name", "host")
    return box.path("lax.rules", "sallyport-rules 1\n" + "".join(
        f'include "{name}.rules"\n' for name in ("source", "frontends", "nodes", "syscalls", "files", "self"))
        + "".join(f"default allow {kind}\n" for kind in kinds) + f"allow flow {' '.join(sorted(words))}\n"
        "allow connect unix:$WORK/**\n")


def tried(box, base, statement, *options, script=SCRIPT, profile="auto:"):
    return box.judged(script, "--profile", profile + base, *options, stdin=statement.encode() + b"\n")


def rules(got):
    return sorted({v["rule"] for v in got.doc["violations"]})


# What is tried; what then refuses it; what the script would have to show for
# it to pass.
CASES = [
    ("import _thread, time; _thread.start_new_thread(print, (1,)); time.sleep(0.2)", "R910", "import threading\n"),
    ("import os; os._exit(0) if os.fork() == 0 else os.wait()", "R911", "import multiprocessing\n"),
    ("import os; os._exit(0) if os.posix_spawn('/usr/bin/python3', ['python3', '-I', '-S', '-c', 'from multiprocessing.resource_tracker import main;main(0)'], os.environ) == 0 else os.wait()",
     "R911", "import multiprocessing\n"),
    ("import socket; assert socket.socket(socket.AF_UNIX).connect_ex('s') == 2", "R912", "import urllib.request\n"),
    ("import socket; socket.socketpair()", "R912", "import asyncio\n"),
    ("open('undeclared', 'w')", "R914", "open('undeclared', 'w')\n"),
    ("open('undeclared', 'a')", "R914", "open('undeclared', 'a')\n"),
    ("import os; os.open('undeclared', os.O_WRONLY | os.O_CREAT)", "R914", "open('undeclared', 'w')\n"),
    ("import os; os.mkdir('undeclared')", "R914", "import os\nif os.path.exists('no'): os.mkdir('undeclared')\n"),
    ("import os; os.symlink('/', 'undeclared')", "R914", "open('undeclared', 'w').close()\nimport os\nos.remove('undeclared')\n"),
    ("import tempfile; tempfile.TemporaryFile()", "R913", "import tempfile\n"),
    ("import os; open(os.environ['HOME'] + '/x', 'w')", "R914", "import matplotlib\n"),
    ("print(len(open('secret').read()))", "R913", "try: open('secret')\nexcept OSError: pass\n"),
]


@test
def each_thing_passes_the_base_is_refused_by_auto_and_passes_when_declared(box):
    base = lax(box)
    secret = box.path("secret", "s")
    for statement, rule, declared in CASES:
        got = tried(box, base, statement, "--input", secret, profile="")
        assert got.doc["status"] == "completed" and rule not in rules(got), (statement, got)
        got = tried(box, base, statement, "--input", secret)
        equal(got.doc["auto"]["narrowed"], True, got)
        assert rule in rules(got) and got.doc["status"] == "failed", (statement, got)
        # A declaration of the other kind does not open this door.
        if declared.startswith("import matplotlib"):
            declared = "try: import matplotlib\nexcept ImportError: pass\n"
        got = tried(box, base, statement, "--input", secret, script=declared + SCRIPT)
        assert rule not in rules(got) and got.doc["status"] == "completed", (statement, got)


@test
def refused_means_it_did_not_happen(box):
    base = lax(box)
    out = box.dir / "out"
    got = tried(box, base, "open('undeclared', 'w').write('x')", "--output", out,
                script="open('declared.txt', 'w').write('x')\n" + SCRIPT)
    equal([f["path"] for f in got.doc["files"]], ["declared.txt"], got)
    equal(got.doc["auto"]["writes"], ["declared.txt"], got)
    got = tried(box, base, "import os; os.execv('/usr/bin/python3', ['python3', '-c', 'print(42)'])")
    equal((stdout(got), rules(got)), ("", ["R911"]), got)
    got = tried(box, base, "import os; os.execv('/usr/bin/python3', ['python3', '-c', 'print(42)'])", "--allow-exec", "/usr/bin/python3", profile="")
    equal(stdout(got), "42\n", got)


@test
def never_more_than_the_base(box):
    """What the base refuses stays refused, however loudly it is declared."""
    text = "try: open('/usr/share/not-for-you')\nexcept OSError as e: print(e.errno)\n"
    for profile in ("data", "auto", "auto:data"):
        got = box.judged(text, "--profile", profile)
        equal((stdout(got), rules(got)), ("2\n", []), (profile, got))
        equal([look["rule"] for look in got.doc["lookups"]], ["R220"], got)
    got = box.judged("import threading\nthreading.Thread\n", "--profile", "auto:minimal")
    equal(got.doc["status"], "blocked", got)
    got = box.judged("open('a*', 'w').write('x'); print('ran')\n", "--profile", "auto")
    assert rules(got) == [], got


@test
def the_operators_word_outranks_it(box):
    base = lax(box)
    shared = box.dir / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    got = tried(box, base, f"open('{shared}/x', 'w').write('x')", "--write", shared)
    equal((got.doc["status"], rules(got)), ("completed", []), got)
    assert (shared / "x").exists()
    got = tried(box, base, "import socket; socket.socket()", "--connect", "127.0.0.1:9")
    equal((got.doc["status"], rules(got)), ("completed", []), got)


@test
def an_incomplete_manifest_is_said_and_the_base_holds(box):
    text = ("def name(parts): return ''.join(sorted(parts, reverse=True))\n"
            "open(name(['more', '.txt']), 'w').write('x'); print('ran')\n")
    got = box.judged(text, "--profile", "auto")
    equal(got.doc["verdict"]["manifest"]["complete"], False, got)
    equal((got.doc["auto"]["narrowed"], stdout(got), rules(got)), (False, "ran\n", []), got)
    assert "not complete" in got.doc["auto"]["why"]
    err = box.tool("run", "--profile", "auto", box.path("script.py")).err
    assert "auto: the manifest is not complete, so all of profile data holds" in err, err


@test
def honest_work_of_each_kind_runs_under_auto(box):
    for text, flags in (
        ("print('ran')\n", ""),
        ("import json, os\nos.makedirs('a/b', exist_ok=True)\njson.dump(1, open('a/b/c.json', 'w'))\n"
         "print(open('a/b/c.json').read() and 'ran')\n", ""),
        ("import threading\nt = threading.Thread(target=print, args=('ran',)); t.start(); t.join()\n", "threads"),
        ("from multiprocessing import Pool\ndef f(x): return x\nif __name__ == '__main__':\n"
         "    with Pool(2) as p: print('ran' if p.map(f, [1, 2]) == [1, 2] else 'no')\n", "threads processes home"),
        ("import asyncio\nasync def main(): await asyncio.sleep(0); print('ran')\nasyncio.run(main())\n", "threads"),
        ("import tempfile\nwith tempfile.NamedTemporaryFile() as f: f.write(b'x'); print('ran')\n", "work"),
        ("import sqlite3\nc = sqlite3.connect('x.db'); c.execute('create table t(a)'); c.commit(); print('ran')\n", ""),
        ("import csv\nwith open('o.csv', 'w') as f: csv.writer(f).writerow([1])\nprint('ran')\n", ""),
    ):
        got = box.judged(text, "--profile", "auto")
        equal((got.doc["status"], stdout(got), rules(got)), ("completed", "ran\n", []), (text, got))
        seen = got.doc["auto"]
        equal([k for k in ("threads", "processes", "network", "home", "work") if seen[k]], flags.split(), text)
        equal(box.outcome()["auto"], seen, "the log")
        intent = [r for r in box.records() if r["type"] == "intent"][-1]
        equal((intent["profile"], intent["options"]["profile"]), ("data", ["auto"]), intent)


@test
def auto_that_cannot_be_is_one_line(box):
    for args, word in ((("exec", "--profile", "auto", "--", "/bin/true"), "manifest"),
                       (("run", "--profile", "auto:nothing", box.path("s.py", "")), "nothing"),
                       (("run", "--profile", "autos", box.path("s.py", "")), "autos"),
                       (("run", "--profile", "auto", "--rules", "x", box.path("s.py", "")), "exclude")):
        got = box.tool(*args)
        assert got.status == 125 and word in got.err and got.err.startswith(f"sallyport {args[0]}: "), (args, got)
