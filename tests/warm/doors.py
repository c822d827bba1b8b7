"""Three doors to one run: cold, of a pool, and the second cell of a session.

Each limit is the same by all of them, and documents differ in named members alone.
"""
from harness import equal, lax, test
from pool import Pool

# Each program meets one of them, and no other.
LIMITS = {"wall": ("--time", "5s"), "cpu": ("--cpu", "300ms"), "memory": ("--memory", "128M"), "processes": ("--processes", "6"),
          "open_files": ("--open-files", "40"), "files": ("--files", "20"), "file_size": ("--file-size", "1M"),
          "disk": ("--disk", "4M"), "io": ("--io", "64M"), "output": ("--output-limit", "64K")}
MEETS = {
    "wall": "import time\ntime.sleep(60)",
    "cpu": "while True:\n    pass",
    "memory": "x = bytearray(400 << 20)",
    "processes": "import os, time\nfor n in range(9):\n    if os.fork() == 0:\n        time.sleep(60)\n        os._exit(0)",
    "open_files": "kept = [open('f', 'w') for n in range(60)]",
    "files": "for n in range(60):\n    open(f'f{n}', 'w')",
    "file_size": "f = open('f', 'wb', 0)\nfor n in range(30):\n    f.write(bytes(1 << 16))",
    "disk": "for n in range(15):\n    open(f'f{n}', 'wb').write(bytes(1 << 19))",
    "io": "open('f', 'wb').write(bytes(1 << 20))\nwhile True:\n    open('f', 'rb').read()",
    "output": "while True:\n    print('x' * 999)",
}


def met(doc):
    # How far beyond it one came is not the same twice; a refusal's line is.
    limit = doc["limit"] and (doc["limit"]["name"], doc["limit"]["limit"])
    lines = [(r["limit"], r["max"], r["python"][0]["line"]) for r in doc["refusals"] if r["python"]]
    return doc["status"], limit, lines, doc["error"] and doc["error"]["name"]


@test
def each_limit_is_the_same_cold_warm_and_in_a_cell(box):
    options = ["--rules", lax(box), *(word for pair in LIMITS.values() for word in pair)]
    with Pool(box, *options, "--cells", "2", "--sessions", "20") as pool:
        for name, code in MEETS.items():
            file = box.path("a.py", code)
            cold = box.json("run", *options, file).doc
            warm = pool.run(code, name=file)
            cell = pool.second_cell(code, name=file)
            assert cold["limit"]["name"] == name, (name, met(cold))
            equal((warm["start"], cell["start"], cell["cell"]), ("warm", "warm", 2), name)
            # Where one ends a run, what was asked for by then may stand among the refusals, or not.
            killed = any(doc["signal"] for doc in (cold, warm, cell))
            equal(*(met(doc)[:2] if killed else met(doc) for doc in (warm, cold)), f"{name}: warm")
            if name == "wall":
                # It is interrupted first: that is what ended it, and its session goes on.
                equal((met(cell)[:2], cell["error"]["name"]), (met(cold)[:2], "KeyboardInterrupt"), name)
            else:
                equal(*(met(doc)[:2] if killed else met(doc) for doc in (cell, cold)), f"{name}: in a cell")
            # What ends a run ends the session.
            equal(cell["session"]["ended"], cell["signal"] is not None and name != "wall", name)
    # These are all that there are; --cpus ends nothing.
    equal({name for r in box.records() for name in r.get("limits", ())}, set(LIMITS))


PROGRAMS = {
    "prints": "print(1)\nimport sys\nprint('e', file=sys.stderr)",
    "fails": "def f():\n    return [][1]\nf()",
    "fails with a cause": "try:\n    {}['a']\nexcept KeyError as e:\n    raise ValueError('b') from e",
    "leaves files": "open('a.txt', 'w').write('x')\nimport os\nos.mkdir('d')\nopen('d/b', 'w')",
    "exits": "raise SystemExit(3)",
    "exits with a word": "raise SystemExit('why')",
    "is denied": "\ntry:\n    open('/proc/1/environ')\nexcept OSError as e:\n    print(e.errno)",
    "dies of a denial": "def f(name):\n    return open(name)\n\nf('/proc/1/environ')",
    "many denials": "for n in range(20):\n    try:\n        open(f'/proc/1/fd/{n}')\n    except OSError:\n        pass",
    "looks": "import os\nprint(os.path.exists('/nowhere'), os.listdir('.'), os.getcwd() == os.path.realpath('.'))",
    "blocked": "import subprocess\nsubprocess.run('x')",
    "held": "import socket\nsocket.create_connection(('127.0.0.1', 9))",
    "no Python": "print(",
    "threads": "import threading\nt = threading.Thread(target=print, args=('t',))\nt.start()\nt.join()",
    "a process": "import multiprocessing\np = multiprocessing.get_context('fork').Process(target=print, args=('p',))\np.start()\np.join()",
    "numbers": "print(sum(i * i for i in range(10000)))",
    "a value": "[1, {'a': 2}]",
    "a value of its own": "class A:\n    def __repr__(self):\n        return 'A!'\n    def _repr_html_(self):\n        return '<b>'\nA()",
    "warns": "import warnings\nwarnings.warn('careful')\nprint(2)",
    "unicode": "print('\u00e9\u4e2d\U0001f600')\nx = '\u00e9'\nopen('/proc/1/\u00e9' + x)",
    "a generator fails": "def g():\n    yield 1\n    raise RuntimeError('g')\nlist(g())",
    "of the future": "from __future__ import annotations\ndef f(x: nothing): return x\nf(2)",
    "its module": "class B(dict):\n    pass\nprint(__name__, B.__module__)",
    "more memory": "try:\n    x = bytearray(400 << 20)\nexcept MemoryError:\n    print('no')",
    "more files": "kept = []\ntry:\n    for n in range(60):\n        kept.append(open('f', 'w'))\nexcept OSError as e:\n    print(e.errno)",
    "late": "import atexit\natexit.register(print, 'late')",
    "arguments": "import sys\nprint(sys.argv)",
    "itself": "print(__file__[-4:], len(open(__file__).read()))",
    "the last of the output": "while True:\n    print('x' * 999)",
}
# A cell has no words and no file, and its process goes on.
OF_SCRIPTS = {"late", "arguments", "itself"}
# Of the run, its clock and its log; how it began. What an interpreter imports before any code, one that is there imports
# no more; what it had asked for by then is not told again. How far behind a limit one came, and where in a loop.
OF_ITS_OWN = {"id", "audit.seq", "audit.hash", "usage.wall_ms", "usage.cpu_ms", "usage.max_rss_kib", "usage.stops", "usage.bytes_written", "start", "isolation.missing", "promise.used.modules", "limit.used",
              "violations.native", "refusals.native", "refusals.used", "threads.pid", "threads.tid", "threads.native"}
OF_A_CELL = {"cell", "session"}
OF_A_LOOP = {"logs.*", "threads.*", "error", "refusals", "summary", "results", "text"}


def differences(one, other, at=""):
    """The members that differ, by their names: those of lists have none."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = [(n, f"{at}.{n}".strip(".")) for n in {**one, **other}]
        return {d for n, name in names for d in (differences(one[n], other[n], name) if n in one and n in other else {name})}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return {d for pair in zip(one, other) for d in differences(*pair, at)}
    return set() if one == other else {at}


def allowed(name, among):
    return name in among or any(one.endswith(".*") and name.startswith(one[:-1]) or name == one[:-2] for one in among)


@test
def documents_differ_in_named_members_alone(box):
    options = ["--memory", "256M", "--open-files", "40", "--output-limit", "64K"]
    for profile in (["--profile", "data"], ["--rules", lax(box)]):
        with Pool(box, *profile, *options, "--cells", "2", "--sessions", "40") as pool:
            seen = set()
            for name, code in PROGRAMS.items():
                file = box.path("a.py", code)
                cold = box.json("run", *profile, *options, file, "x", "y").doc
                warm = pool.run(code, name=file, args=["x", "y"])
                cell = pool.second_cell(code, name=file) if name not in OF_SCRIPTS else warm
                starts = [None if cold["status"] in ("blocked", "held") else way for way in ("cold", "warm", "warm")]
                equal([doc["start"] for doc in (cold, warm, cell)], starts, name)
                for door, doc in ("warm", warm), ("cell", cell):
                    equal([m for m in doc["isolation"]["missing"] if m != "landlock between runs"] if doc["isolation"] else None,
                          cold["isolation"] and cold["isolation"]["missing"], name)
                    found = differences(cold, doc)
                    among = OF_ITS_OWN | (OF_A_CELL if door == "cell" else set()) | (OF_A_LOOP if cold["signal"] else set())
                    if door == "warm":
                        equal(list(doc), list(cold), name)
                    equal([d for d in sorted(found) if not allowed(d, among)], [], f"{name}, {door}: {found}")
                    seen |= found
                seen |= {cold["status"], cold["limit"] and cold["limit"]["name"]}
            assert seen >= {"completed", "failed", "blocked", "limit_exceeded", "memory", "open_files", "output", "id", "start"}, seen
            assert ("held" in seen) == (profile[0] == "--profile"), seen
