"""Three doors to one run: cold, of a pool, and the second cell of a session. Each limit is the same by all of them."""
from harness import equal, lax, test
from pool import Pool

# Each program meets one of them, and no other.
LIMITS = {"wall": ("--time", "2s"), "cpu": ("--cpu", "500ms"), "memory": ("--memory", "128M"), "processes": ("--processes", "6"),
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
            equal(met(warm), met(cold), f"{name}: warm")
            if name == "wall":
                # It is interrupted first: that is what ended it, and its session goes on.
                equal((met(cell)[:2], cell["error"]["name"]), (met(cold)[:2], "KeyboardInterrupt"), name)
            elif cold["signal"]:
                # What was asked for as it ended may stand among the refusals, or not.
                equal(met(cell)[:2], met(cold)[:2], f"{name}: in a cell")
            else:
                equal(met(cell), met(cold), f"{name}: in a cell")
            # What ends a run ends the session.
            equal(cell["session"]["ended"], cold["signal"] is not None and name != "wall", name)
    # These are all that there are; --cpus ends nothing.
    equal({name for r in box.records() for name in r.get("limits", ())}, set(LIMITS))
