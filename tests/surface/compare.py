"""Compare committed member tables with a fresh `rules surface`. Prints TAP."""
import re
import subprocess
import sys

PYTHON = "/usr/bin/python3"
TABLES = ("stdlib", "stdlib-data", "scilib")
ROW = re.compile(r"^allow +import +(\S+) \{([^}]*)\}", re.M)
HEAD = re.compile(r"^# (\S+?)(?: (\S+))? \(CPython (\S+?)\): \d+ members$",
                  re.M)


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


def compare(tap, sallyport, table):
    text = open("rules/shared/%s.rules" % table).read()
    committed, versions = rows(text), heads(text)
    fresh_run = surface(sallyport, sorted(versions), "--python", PYTHON)
    fresh, now = rows(fresh_run.stdout), heads(fresh_run.stdout)
    running = "%d.%d" % sys.version_info[:2]
    for module in sorted(versions):
        version, python = versions[module]
        if module not in fresh:
            tap.skip(module, "is not installed")
        elif (version, python) != now[module]:
            tap.skip(module, "table is of %s (CPython %s), here is %s (%s)"
                     % (version, python, now[module][0], running))
        else:
            grown = fresh[module] - committed[module]
            tap.ok(not grown, "%s: every member has been looked at" % module,
                   "" if not grown else ": new: " + " ".join(sorted(grown)))


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
        tap.ok(has == (profile != "minimal"),
               "prompt of %s: numpy only where it is allowed" % profile)


def main():
    tap = Tap()
    errors(tap, sys.argv[1])
    dangers(tap, sys.argv[1])
    prompts(tap, sys.argv[1])
    for table in TABLES:
        compare(tap, sys.argv[1], table)
    print("1..%d" % len(tap.lines))


if __name__ == "__main__":
    main()
