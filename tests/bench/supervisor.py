"""What supervision costs: the half of tests/bench/run that starts programs.

Each workload runs bare and supervised in turn (A B, B A, ...). Of each pair two
ratios are taken: of the time on the wall, and of the time on processors, of
the whole tree with its supervisor. The first is what a caller waits, and
the one the goals speak of; the second holds on a machine that is busy with
other things, where the first mostly shows how often one was made to wait.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

PYTHON = "/usr/bin/python3"
START = "pass"
IMPORTS = "import json, re, csv, datetime, collections, decimal, statistics, argparse, logging, typing"
NUMPY = "import numpy"
PANDAS = "import pandas"
CPU = "sum(i * i for i in range(6_000_000))"
PIPE = """
import os, threading
r, w = os.pipe()
def feed():
    block = b'x' * 65536
    for _ in range(8000):
        os.write(w, block)
    os.close(w)
threading.Thread(target=feed).start()
while os.read(r, 65536):
    pass
"""
SPAWNS = """
import subprocess
for _ in range(100):
    subprocess.run(['/bin/true'], check=True)
"""
FILES = """
import os
for i in range(5000):
    with open(f'small-{i}.txt', 'w') as f:
        f.write('line\\n')
for i in range(5000):
    os.stat(f'small-{i}.txt')
    with open(f'small-{i}.txt') as f:
        f.read()
for i in range(5000):
    os.unlink(f'small-{i}.txt')
"""
THREADS = """
import os, threading
def work(n):
    name = f'thread-{n}.txt'
    open(name, 'w').close()
    for _ in range(2000):
        os.stat(name)
        with open(name):
            pass
ts = [threading.Thread(target=work, args=(n,)) for n in range(8)]
[t.start() for t in ts]
[t.join() for t in ts]
"""

# name, Python source, goal as a ratio to bare, the same where Landlock judges reads
WORKLOADS = [
    ("python start", START, 1.25, 1.12),
    ("ten stdlib imports", IMPORTS, 1.25, 1.12),
    ("import numpy", NUMPY, 1.25, 1.12),
    ("import pandas", PANDAS, 1.25, 1.12),
    ("cpu-bound", CPU, 1.02, None),
    ("pipe-bound", PIPE, 1.05, None),
    ("100 spawns", SPAWNS, 1.15, None),
    ("5,000 small files", FILES, 2.5, None),
    ("8 threads of open and stat", THREADS, 4.0, None),
]


READS = """sallyport-rules 1
include "extended.rules"
judge reads by landlock
"""


def once(command, cwd):
    """Seconds on the wall and on processors; a run that fails ends the bench."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if child.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))[:200]}: exit status {child.returncode}\n"
                 f"{said.decode('utf-8', 'replace')[-800:]}")
    return wall, used.ru_utime + used.ru_stime


def ratios(a, b, rounds, cwd):
    """Of A to B by pairs: on the wall, on processors; and B's own seconds."""
    once(a, cwd), once(b, cwd)
    walls, cpus, own = [], [], []
    for i in range(rounds):
        if i % 2:
            second, first = once(b, cwd), once(a, cwd)
        else:
            first, second = once(a, cwd), once(b, cwd)
        walls.append(first[0] / second[0])
        cpus.append(first[1] / second[1])
        own.append(second[1])
    return walls, statistics.median(cpus), min(own)


def show(name, got, goal, stops=None):
    walls, cpu, own = got
    low, mid, high = statistics.quantiles(walls, n=4)
    print(f"  {name:<30} {mid:6.2f}  ({low:.2f} to {high:.2f})  cpu {cpu:5.2f}  bare {own * 1000:6.0f} ms"
          + (f"  {stops:6} stops" if stops is not None else " " * 14)
          + (f"  goal <= {goal:g}: {'met' if mid <= goal else 'missed'}" if goal else ""), flush=True)


def stops_of(guarded):
    at = guarded.index("--")
    done = subprocess.run([*guarded[:at], "--json", *guarded[at:]], stdin=subprocess.DEVNULL, capture_output=True)
    return json.loads(done.stdout)["usage"]["stops"]


def workloads(sallyport, rounds, scratch, only, alone):
    print("Supervisor (ratio to the same command bare; medians)")
    others = [(name, command) for name, command in (
        ("strace -f", ["strace", "-f", "-o", "/dev/null"]),
        ("bwrap", ["bwrap", "--dev-bind", "/", "/"]),
        ("proot", ["proot"])) if shutil.which(command[0]) and not alone]
    log = scratch / "audit.jsonl"
    table = scratch / "reads.rules"
    table.write_text(READS)
    here = scratch / "bare"
    here.mkdir(exist_ok=True)
    for name, source, goal, reads_goal in WORKLOADS:
        if only and only not in name:
            continue
        bare = [PYTHON, "-I", "-B", "-c", source]

        def guarded(profile):
            return [sallyport, "exec", "--profile", profile, "--audit", log, "--allow-exec", "/bin/true",
                    "--allow-exec", "/usr/bin/true", "--", *bare]
        few = max(3, rounds // 2) if "start" not in name else rounds * 2
        show(name, ratios(guarded("extended"), bare, few, here), goal, stops_of(guarded("extended")))
        if reads_goal:
            show("    reads by Landlock", ratios(guarded(table), bare, few, here), reads_goal,
                 stops_of(guarded(table)))
        for other, prefix in others:
            show(f"    {other}", ratios([*prefix, *bare], bare, 3, here), None)


def tree_of(pid):
    """The processes of one run but the last, which is the program itself."""
    found = [pid]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children") as f:
                    found += [int(word) for word in f.read().split()]
        except OSError:
            pass
    return found[:-1]


def field(pid, name, word):
    try:
        with open(f"/proc/{pid}/{name}") as f:
            return sum(int(line.split()[1]) for line in f if line.startswith(word))
    except OSError:
        return 0


def wakeups(pid):
    return sum(field(f"{one}/task/{task}", "status", "voluntary_ctxt_switches") for one in tree_of(pid)
               for task in os.listdir(f"/proc/{one}/task"))


def idle(sallyport, scratch):
    command = [sallyport, "exec", "--profile", "extended", "--audit", scratch / "audit.jsonl", "--", PYTHON, "-I",
               "-B", "-c", "import time; time.sleep(12)"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    time.sleep(3)
    before, start = wakeups(child.pid), time.monotonic()
    time.sleep(6)
    rate = (wakeups(child.pid) - before) / (time.monotonic() - start)
    child.wait()
    print(f"  wake-ups a second, idle        {rate:6.1f}   goal <= 10: {'met' if rate <= 10 else 'missed'}", flush=True)


def at_once(sallyport, scratch, count=200):
    """Runs that are all there together; the right result of each, and what their supervisors hold."""
    source = "import sys, time; time.sleep(float(sys.argv[1])); print(int(sys.argv[2]) ** 2)"
    children = []
    for i in range(count):
        out = open(scratch / f"out-{i}", "w+b")
        children.append((subprocess.Popen(
            [sallyport, "exec", "--profile", "minimal", "--time", "280s", "--audit", scratch / f"log-{i % 20}.jsonl",
             "--", PYTHON, "-I", "-B", "-c", source, "40", str(i)], stdin=subprocess.DEVNULL, stdout=out), out))
    held = [0] * count
    while not all(held) and any(child.poll() is None for child, _ in children):
        time.sleep(3)
        for i, (child, _) in enumerate(children):
            held[i] = max(held[i], sum(field(pid, "smaps_rollup", "Private") for pid in tree_of(child.pid)))
    held.sort()
    right = 0
    for i, (child, out) in enumerate(children):
        child.wait()
        out.seek(0)
        right += out.read() == b"%d\n" % (i * i)
        out.close()
    print(f"  {count} at once: {right} right; memory of their own, KiB: median {held[count // 2]}, most {held[-1]}"
          f"   goal < 3072: {'met' if held[-1] < 3072 and right == count else 'missed'}", flush=True)


def bench(sallyport, rounds, scratch, only, alone):
    busy = os.getloadavg()[0]
    workloads(sallyport, rounds, scratch, only, alone)
    if not only or "idle" in only:
        idle(sallyport, scratch)
    if "at once" in only or not (only or alone):
        at_once(sallyport, scratch)
    print(f"  load when this began {busy:.1f}, now {os.getloadavg()[0]:.1f}: a machine at rest shows less than 1")
