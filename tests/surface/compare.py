"""Compare committed member tables with a fresh `rules surface`. Prints TAP."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

PYTHON = "/usr/bin/python3"
TABLES = ("stdlib", "stdlib-data", "scilib")
ROW = re.compile(r"^allow +import +(\S+) \{([^}]*)\}", re.M)
HEAD = re.compile(r"^# (\S+?)(?: (\S+))? \(CPython (\S+?)\): \d+ members$",
                  re.M)
# What surface.py leaves out by what it sees, not because a person said so.
LOOKED = {"modules", "from another module", "reaches the interpreter",
          "leads to a module", "runs text, programs or pickles"}


def rows(text):
    found = {}
    for name, body in ROW.findall(text):
        words = re.sub(r"#.*", "", body).split()
        found.setdefault(name, set()).update(words)
    return found


def heads(text):
    return {m[1]: (m[2], m[3]) for m in HEAD.finditer(text)}


def surface(sallyport, modules, *more):
    return subprocess.run([sallyport, "rules", "surface", *more, *modules],
                          capture_output=True, text=True, timeout=300)


class Tap:
    def __init__(self):
        self.lines = []

    def ok(self, good, name, why=""):
        n = len(self.lines) + 1
        self.lines.append("%s %d - %s%s" % ("ok" if good else "not ok", n,
                                            name, why))
        print(self.lines[-1])

    def skip(self, name, why):
        self.ok(True, name, " # SKIP " + why)


def comments(text):
    """{module: {member: group}} of what a surface left out by its own look."""
    found, module, group = {}, None, None
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            module, group = head[1], None
            continue
        start = re.match(r"#   (left out|kept), ([^:]*):", line)
        if start:
            group = start[2] if start[1] == "left out" else None
            line = line[start.end():]
        if group in LOOKED and line.startswith(("#      ", " ")):
            for word in re.sub(r"\([^)]*\)?", " ", line.lstrip("#")).split():
                # "DataFrame.x.y is module z" is told of DataFrame.
                found.setdefault(module, {}).setdefault(word.split(".")[0],
                                                        group)
    return found


def changes(committed, printed):
    """What a library became: (members nobody looked at, members that are
    allowed and now lead where none may), each {module: text}."""
    fresh, left = rows(printed), comments(printed)
    grown, turned = {}, {}
    for module in fresh:
        have = committed.get(module, set())
        if fresh[module] - have:
            grown[module] = " ".join(sorted(fresh[module] - have))
        bad = sorted(n + " (" + why + ")" for n, why in
                     left.get(module, {}).items() if n in have)
        if bad:
            turned[module] = " ".join(bad)
    return grown, turned


def compare(tap, sallyport, table, absent):
    text = open("rules/shared/%s.rules" % table).read()
    committed, versions = rows(text), heads(text)
    fresh_run = surface(sallyport, sorted(versions), "--python", PYTHON)
    now = heads(fresh_run.stdout)
    grown, turned = changes(committed, fresh_run.stdout)
    for module in sorted(versions):
        if module not in now:
            absent.append(module)
            continue
        same = versions[module] == now[module]
        wrong = [": leads elsewhere now: " + turned[module]] \
            if module in turned else []
        # What another version adds is refused, since no row lists it.
        if same and module in grown:
            wrong.append(": new: " + grown[module])
        tap.ok(not wrong, "%s: every member has been looked at%s" % (
            module, "" if same else ", here of another version"),
            "".join(wrong))


GROWN = """
import %s
__version__ = "%d"
def mean(values):
    return sum(values) / len(values)
def fit(values):
    return %s
"""


def growing(tap, sallyport):
    """A library in two versions: the second adds a harmless member and one
    that runs a program, and one of the first begins to."""
    with tempfile.TemporaryDirectory(prefix="surface-") as folder:
        os.chmod(folder, 0o755)
        subprocess.run([PYTHON, "-m", "venv", "--without-pip", folder],
                       check=True)
        python = folder + "/bin/python3"
        library = glob.glob(folder + "/lib/python3*/site-packages")[0] + \
            "/sallygrown.py"
        with open(library, "w") as f:
            f.write(GROWN % ("math", 1, "math.fsum(values)"))
        old = surface(sallyport, ["sallygrown"], "--python", python).stdout
        tap.ok(rows(old).get("sallygrown") == {"mean", "fit", "__version__"},
               "a library: its members")
        with open(library, "w") as f:
            f.write(GROWN % ("subprocess", 2, "subprocess.run(values)"))
            f.write("def median(v):\n    return sorted(v)[len(v) // 2]\n")
            f.write("def shell(v):\n    return subprocess.Popen(v)\n")
        new = surface(sallyport, ["sallygrown"], "--python", python).stdout
        grown, turned = changes(rows(old), new)
        tap.ok(grown == {"sallygrown": "median"},
               "a library that grows: the new member shows")
        tap.ok(list(turned) == ["sallygrown"] and
               turned["sallygrown"].startswith("fit (runs text"),
               "an allowed member that begins to run programs shows")
        tap.ok("shell" in comments(new).get("sallygrown", ()) and
               "shell" not in rows(new)["sallygrown"],
               "a new member that runs programs is left out, and named")


def dangers(tap, sallyport):
    """What must never be printed as a member."""
    never = {
        "json": {"codecs", "decoder", "scanner"},
        "random": {"_os"}, "enum": {"bltns", "sys"},
        "os": {"system", "popen", "execv", "fork", "kill", "open", "dup2"},
        "sys": {"modules", "_getframe", "settrace", "path", "meta_path"},
        "typing": {"get_type_hints", "ForwardRef", "sys"},
        "types": {"FunctionType", "CodeType", "ModuleType"},
        "pickle": {"load", "loads", "Unpickler"},
        "inspect": {"currentframe", "stack", "getmembers"},
        "timeit": {"main", "gc", "sys"},
    }
    out = surface(sallyport, sorted(never), "--python", PYTHON)
    fresh = rows(out.stdout)
    for module in sorted(never):
        bad = never[module] & fresh.get(module, {"nothing was printed"})
        tap.ok(module in fresh and not bad, "%s: nothing dangerous is printed"
               % module, "" if not bad else ": " + " ".join(sorted(bad)))


PACKAGES = ("numpy pandas matplotlib scipy sklearn statsmodels seaborn "
            "networkx sympy polars pyarrow plotly PIL openpyxl bs4 lxml "
            "mpl_toolkits").split()


def confirmed():
    """Names with a row that a person wrote."""
    found = set()
    for path in glob.glob("rules/shared/*.rules"):
        if "surface" not in path:
            for module, names in rows(open(path).read()).items():
                found |= {module + "." + name for name in names}
    return found


def judged(sallyport, folder, programs, *more):
    """The places in `programs` of those that are allowed."""
    for i, text in enumerate(programs):
        with open("%s/%d.py" % (folder, i), "w") as f:
            f.write(text)
    r = subprocess.run([sallyport, "check", "--format", "json", *more, folder],
                       capture_output=True, text=True, timeout=300)
    got = json.loads(r.stdout)["submissions"]
    assert len(got) == len(programs), r.stderr
    return [int(os.path.basename(s["name"])[:-3]) for s in got
            if s["decision"] == "allow"]


def left_out(sallyport, python):
    """{package: [(module, name)]} of what a list of it must not have."""
    known, found = confirmed(), {}
    for package in PACKAGES:
        out = surface(sallyport, ["--list", package], "--python", python)
        names = {(line.split()[1], name) for line in out.stdout.splitlines()
                 if line.startswith("#! ") for name in line.split()[2:]}
        if out.returncode == 0:
            found[package] = sorted(n for n in names
                                    if ".".join(n) not in known)
    return found


def call_of(module, name):
    return "from %s import %s\n%s()\n" % (module, name, name)


def refused(tap, sallyport, python):
    """What reaches exec, an import, a process, a socket, a loader of code or
    an address in the packages that are installed is in no list."""
    found = left_out(sallyport, python)
    for package, names in found.items():
        with tempfile.TemporaryDirectory(prefix="surface-") as folder:
            bad = judged(sallyport, folder, [call_of(*n) for n in names],
                         "--profile", "data") if names else []
        tap.ok(not bad, "%s: %d names that lead to what is dangerous are "
               "refused" % (package, len(names)),
               ": " + " ".join(".".join(names[i]) for i in bad) if bad else "")
    return sorted(n for names in found.values() for n in names)


ROUNDS = 8
SHOWN = 150         # names of a round that are tried themselves


def thinned(sallyport, dangerous):
    """Each name is out of its list in one of the rounds. What is dangerous
    stays refused then, and what is out is; yields (round, allowed)."""
    known = confirmed()
    modules = {m for t in glob.glob("rules/shared/surface-*.rules")
               for m in re.findall(r"^surface  (\S+)", open(t).read(), re.M)}
    for turn in range(ROUNDS):
        with tempfile.TemporaryDirectory(prefix="surface-") as folder:
            shutil.copytree("rules", folder + "/rules")
            os.mkdir(folder + "/code")
            out = []
            for path in sorted(glob.glob(folder +
                                         "/rules/shared/surface-*.rules")):
                def thin(row):
                    words = row[3].split()
                    names = [w.partition("=")[0] for w in words]
                    gone = set(names[turn::ROUNDS])
                    out.extend((row[1], n) for n in gone)
                    return "surface  %s%s { %s }" % (row[1], row[2], " ".join(
                        w for w, n in zip(words, names) if n not in gone))
                text = open(path).read()
                with open(path, "w") as f:
                    f.write(re.sub(r"^surface  (\S+)( = \S+)? \{([^}]*)\}",
                                   thin, text, flags=re.M))
            out = [n for n in sorted(out) if n[1][0] != "_" and
                   ".".join(n) not in known and
                   ".".join(n) not in modules]
            out = out[turn::max(1, len(out) // SHOWN)]
            programs = [call_of(*n) for n in dangerous + out]
            bad = judged(sallyport, folder + "/code", programs, "--rules",
                         folder + "/rules/data.rules")
            yield turn, [".".join((dangerous + out)[i]) for i in bad]


def taken_out(tap, sallyport, dangerous):
    for turn, bad in thinned(sallyport, dangerous):
        tap.ok(not bad, "names out of the lists, turn %d of %d: nothing "
               "dangerous is let through, and none of them" % (turn + 1,
               ROUNDS), ": " + " ".join(bad) if bad else "")


def errors(tap, sallyport):
    r = surface(sallyport, ["no_such_module_at_all"], "--python", PYTHON)
    tap.ok(r.returncode == 1 and "no_such_module" in r.stderr,
           "a module that cannot be imported: exit status 1")
    r = surface(sallyport, [])
    tap.ok(r.returncode == 2, "no module: exit status 2")
    r = surface(sallyport, ["json"], "--python", "/nonexistent/python")
    tap.ok(r.returncode == 2, "no interpreter: exit status 2")
    a = surface(sallyport, ["json", "math"], "--python", PYTHON).stdout
    b = surface(sallyport, ["json", "math"], "--python", PYTHON).stdout
    tap.ok(a == b and "dumps" in a, "the same bytes twice")


def prompts(tap, sallyport):
    for profile in ("minimal", "data", "extended"):
        args = [sallyport, "policy", "--as-prompt", "--profile", profile]
        a = subprocess.run(args, capture_output=True, text=True, timeout=30)
        b = subprocess.run(args, capture_output=True, text=True, timeout=30)
        # Words and signs, a bound from above on any tokenizer's count of
        # plain English; identifiers count a piece for each four letters.
        pieces = sum(max(1, (len(w) + 5) // 6) for w in
                     re.findall(r"[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]", a.stdout))
        tap.ok(a.returncode == 0 and a.stdout == b.stdout and
               "json" in a.stdout, "prompt of %s: stable" % profile)
        tap.ok(200 < pieces < 520 and len(a.stdout) < 1700,
               "prompt of %s: short" % profile,
               " (%d pieces, %d bytes)" % (pieces, len(a.stdout)))
        has = "numpy" in a.stdout
        tap.ok("URL" in a.stdout and "Files:" in a.stdout and
               "Imports allowed:" in a.stdout,
               "prompt of %s: imports, files, network" % profile)
        tap.ok(has == (profile != "minimal"),
               "prompt of %s: numpy only where it is allowed" % profile)


def main():
    tap = Tap()
    errors(tap, sys.argv[1])
    dangers(tap, sys.argv[1])
    prompts(tap, sys.argv[1])
    growing(tap, sys.argv[1])
    dangerous = refused(tap, sys.argv[1], PYTHON)
    # More versions; rules/README.md says how.
    for python in os.environ.get("SALLYPORT_SURFACE_PYTHONS", "").split(":"):
        if python:
            dangerous += refused(tap, sys.argv[1], python)
    taken_out(tap, sys.argv[1], sorted(set(dangerous)))
    absent = []
    for table in TABLES:
        compare(tap, sys.argv[1], table, absent)
    if absent:
        tap.skip("members of %d modules" % len(absent),
                 "not installed: " + " ".join(sorted(
                     {m.split(".")[0] for m in absent})))
    print("1..%d" % len(tap.lines))


if __name__ == "__main__":
    main()
