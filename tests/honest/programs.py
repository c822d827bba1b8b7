"""Programs as people write them: each `== NAME [KEY=VALUE...]` of *.cases and what follows it.

Each is run bare, in folders of its own, and by `sallyport run` as a user would.
Both ways it prints the same, ends the same, and leaves the same files; and
nothing is said against it: no violation, no limit. Keys:

    needs=A,B     modules without which it is left out
    input=A,B     files of INPUTS that it is given
    args=A,B      its arguments
    stdin=TEXT    its input, with \\n and \\s for newline and space
    ends=N        its exit status, if that is not 0
    varies=GLOB   files whose bytes are other ones each time, as of a zip of today
    gate=RULE     what the gate says of it, so that it is then run by `exec`: of a call that the
                  profile does not have, or by a fault
"""
import ast
import concurrent.futures
import fnmatch
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from harness import PYTHON, ROOT, Skip, TESTS, TOOL, environment, equal

HERE = pathlib.Path(__file__).resolve().parent
# Another interpreter has other modules: a virtual environment, for instance.
INTERPRETER = os.environ.get("SALLYPORT_HONEST_PYTHON", PYTHON)
USER = {"user": 65534, "group": 65534, "extra_groups": []} if ROOT else {}
KEYS = {"needs", "input", "args", "stdin", "ends", "varies", "gate"}
# What a run knows by these names is, when it is bare, a folder below one of its own: those without a folder are the work folder.
ALIASES = {"/home/user": None, "/mnt/data": None, "/data/input": None, "/data/output": None, "/dev/shm": "shm", "/tmp": "tmp"}
ALIAS = re.compile(r"(?<![\w./~-])(%s)(?![\w.-])" % "|".join(ALIASES))
RUN = re.compile(r"/[/\w]*/sallyport-run\.\w+")
WORDS = {"LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "USER": "user", "LOGNAME": "user"}
# What makes files of plots the same each time.
SAME = {"SOURCE_DATE_EPOCH": "1000000000"}
INPUTS = '''
import json, random, sqlite3, struct, zlib
r = random.Random(11)
with open("sales.csv", "w") as f:
    f.write("day,region,product,units,amount\\n")
    for i in range(200):
        f.write("2024-%02d-%02d,%s,%s,%d,%.2f\\n" % (i // 28 + 1, i % 28 + 1, r.choice(["north", "south", "west"]),
                r.choice(["pen", "ink"]), r.randrange(1, 20), r.random() * 100))
open("notes.txt", "w", encoding="utf-8").write("Größe und Maß\\nsecond line\\n\\nλόγος, 言葉\\n" + "word " * 50 + "\\n")
json.dump({"name": "Zoë", "values": [1, 2.5, None], "nested": {"deep": [True]}}, open("data.json", "w"))
def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\\0" + bytes(v for x in range(40) for v in (x * 6, y * 8, 99)) for y in range(30))
open("photo.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 40, 30, 8, 2, 0, 0, 0))
                             + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
c = sqlite3.connect("data.db"); c.execute("create table t(k text, v int)")
c.executemany("insert into t values(?, ?)", [("k%d" % (i % 7), i) for i in range(100)]); c.commit(); c.close()
'''


class Case:
    def __init__(self, part, where):
        line, _, self.text = part.partition("\n")
        self.name, *words = line.split()
        keys = dict(word.split("=", 1) for word in words)
        if set(keys) - KEYS:
            raise ValueError(f"{where}: {self.name}: no key is called {set(keys) - KEYS}")
        self.needs, self.inputs, self.args, self.varies = (
            keys[k].split(",") if k in keys else [] for k in ("needs", "input", "args", "varies"))
        self.stdin = keys.get("stdin", "").replace("\\n", "\n").replace("\\s", " ")
        self.ends, self.gate = int(keys.get("ends", 0)), keys.get("gate")


def cases(folder=HERE):
    found = []
    for path in sorted(folder.glob("*.cases")):
        parts = ("\n" + path.read_text(encoding="utf-8")).split("\n== ")
        found += [Case(part.rstrip("\n") + "\n", path.name) for part in parts[1:]]
    names = [c.name for c in found]
    equal(len(names), len(set(names)), "names of cases that are there twice")
    return found


def missing(modules, interpreter=INTERPRETER):
    """Which of these the interpreter has not."""
    if interpreter == sys.executable:
        return {m for m in modules if importlib.util.find_spec(m) is None}
    text = "import importlib.util as u, sys; print([m for m in sys.argv[1:] if u.find_spec(m) is None])"
    return set(ast.literal_eval(subprocess.run([interpreter, "-I", "-c", text, *modules], capture_output=True, text=True,
                                               check=True).stdout))


class Place:
    """The folders that all cases share; what runs them; whether the gate is asked first."""

    def __init__(self, interpreter=INTERPRETER, judged=True):
        self.interpreter, self.judged = interpreter, judged
        self.holder = tempfile.TemporaryDirectory(prefix="honest-", dir="/var/tmp")
        self.dir = pathlib.Path(self.holder.name)
        self.dir.chmod(0o755)
        for name in "inputs", "matplotlib":
            (self.dir / name).mkdir()
            (self.dir / name).chmod(0o777)
        subprocess.run([PYTHON, "-I", "-c", INPUTS], cwd=self.dir / "inputs", check=True)

    def bare(self, case, script):
        """(status, stdout, stderr, files) without any supervision."""
        with tempfile.TemporaryDirectory(prefix="bare-", dir=self.dir) as name:
            top = pathlib.Path(name)
            top.chmod(0o755)
            for part in "work", "tmp", "shm", "home", "submission":
                (top / part).mkdir()
                (top / part).chmod(0o777)
            names = {alias: top / (folder or alias.strip("/").replace("/", "-")) for alias, folder in ALIASES.items()}
            for alias in (a for a, folder in ALIASES.items() if not folder):
                names[alias].symlink_to("work")
            for i in case.inputs:
                shutil.copy(self.dir / "inputs" / i, top / "work")
            script = top / "submission" / script.name
            script.write_text(ALIAS.sub(lambda m: str(names[m[1]]), case.text), encoding="utf-8")
            done = subprocess.run([self.interpreter, "-I", "-B", str(script), *case.args], cwd=top / "work", timeout=60,
                                  input=case.stdin.encode(), capture_output=True, env={
                                      **WORDS, **SAME, "TMPDIR": str(top / "tmp"), "HOME": str(top / "home"),
                                      "MPLCONFIGDIR": str(self.dir / "matplotlib")}, **USER)
            texts = [done.stdout.decode("utf-8", "backslashreplace"), done.stderr.decode("utf-8", "backslashreplace")]
            # A name is shown as the code has it.
            shown = {str(folder): alias for alias, folder in names.items()}
            for folder, alias in {**shown, str(script.parent): "/submission", str(top): "@run"}.items():
                texts = [text.replace(folder, alias) for text in texts]
            # A shell's number for a death by a signal.
            status = done.returncode if done.returncode >= 0 else 128 - done.returncode
            return status, *texts, left(top, case)

    def supervised(self, case, script):
        """The same of a run, and what was said against it."""
        options = ["--json", "--profile", "data", "--time", "60s", *(w for name in SAME.items() for w in ("--env", "=".join(name))),
                   *(w for i in case.inputs for w in ("--input", str(self.dir / "inputs" / i)))]

        def run(*command):
            done = subprocess.run([TOOL, *command], input=case.stdin.encode(), capture_output=True, timeout=120,
                                  env=environment(self.dir / f"{case.name}.jsonl"))
            return done.returncode, json.loads(done.stdout)
        by_exec = ("exec", *options, "--read", str(script), "--", self.interpreter, "-I", "-B", str(script), *case.args)
        status, said = run(*by_exec) if not self.judged else run(
            "run", *options, "--python", self.interpreter, str(script), *(["--", *case.args] if case.args else []))
        if said["status"] in ("blocked", "held"):
            findings = said["verdict"]["findings"]
            if case.gate not in [f["rule"] for f in findings]:
                raise AssertionError("the gate: " + "; ".join(f"{f['rule']} line {f['line']}: {f['message']}" for f in findings))
            status, said = run(*by_exec)
        elif case.gate:
            raise AssertionError(f"the gate passes it: take gate={case.gate} away")
        against = {"violations": [(v["syscall"], v["arguments"], v["rule"]) for v in said["violations"]],
                   "limit": said["limit"], "refusals": said["refusals"]}
        files = {f["path"]: None if varies(f["path"], case) else f["sha256"] for f in said["files"]}
        texts = ["".join(said["logs"][s]).replace(str(script), "/submission/" + script.name) for s in ("stdout", "stderr")]
        return (status, *(RUN.sub("@run", text) for text in texts), files), against

    def compare(self, case):
        script = self.dir / (case.name.replace("-", "_") + ".py")
        script.write_text(case.text, encoding="utf-8")
        wanted = self.bare(case, script)
        equal(wanted[0], case.ends, "bare: " + wanted[2])
        found, against = self.supervised(case, script)
        for what, got, want in zip(("status", "stdout", "stderr", "files"), found, wanted):
            equal(got, want, what + (": " + found[2] if what == "status" else ""))
        equal(against, {"violations": [], "limit": None, "refusals": []})


def varies(name, case):
    return any(fnmatch.fnmatch(name, glob) for glob in case.varies)


def left(top, case):
    """The files a run would list: those of the work folder, and of /tmp below tmp."""
    found = {}
    for folder, prefix in ("work", ""), ("tmp", "tmp/"):
        for path in sorted((top / folder).rglob("*")):
            name = prefix + str(path.relative_to(top / folder))
            if path.is_file() and not path.is_symlink() and name not in case.inputs:
                found[name] = None if varies(name, case) else hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def register(wanted):
    """One test for each case; two at a time, beside what else is tested."""
    known, place = cases(), Place()
    absent = missing(sorted({m for c in known for m in c.needs}))
    out = [c for c in known if absent & set(c.needs)]
    known = [c for c in known if c not in out]
    pool = concurrent.futures.ThreadPoolExecutor(2)

    def add(name, work):
        def run(box):
            work()
        run.__name__ = name
        TESTS.append(run)
    for case in known:
        if not wanted or case.name in wanted:
            add(case.name, pool.submit(place.compare, case).result)
    if out and not wanted:
        def skip():
            raise Skip("without " + ", ".join(sorted(absent)) + ": " + ", ".join(c.name for c in out))
        add("what is not installed", skip)
    return place
