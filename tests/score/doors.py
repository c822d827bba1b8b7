#!/usr/bin/python3
"""The score over both doors: what is hostile is stopped by the gate or contained by the wall.

    doors.py BUILD [--gate] [--list FILE] [--jobs N] [PART-OF-NAME...]

Samples are the hostile ones of corpus/INDEX and all of tests/cases. --gate asks
the gate alone whether it says what the sample's line says, and prints TAP.

Else each sample whose line says what its run must come to is run in a root of
its own (root.py; needs root): bare, where the harness sees whether it harms, and
below `sallyport exec`, where it must not, whatever the gate thinks of it. A
sample is hostile if bare it reaches a canary or a limit; or if it is not run,
for then it is what only the gate can see: escapes, obfuscation, text as code.
"""
import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import signal
import sys
import time

sys.dont_write_bytecode = True
import corpus
import root
import score

PROFILE = "data"
UNPROVEN = 2		# percent
# What families hold that are not run; all others hold escapes.
JOBS = {"H": "obfuscation", "strings": "obfuscation", "markdown": "obfuscation", "notebook": "obfuscation",
        "I": "text as code", "L": "text as code", "reloaded": "text as code"}
KINDS = (("changed", "file changed"), ("read", "secret read"), ("listener", "network"), ("process", "process"))
ROWS = ("escape", "obfuscation", "text as code", *(name for _, name in KINDS), "limit")
# What an interpreter says, or ends by, that met a limit.
LIMITS = ("MemoryError", "Unable to allocate", "start new thread", "Resource temporarily", "No space left", "File too large",
          "Too many open files", "cannot allocate memory")
SIGNALLED = {128 + n for n in (signal.SIGKILL, signal.SIGXCPU, signal.SIGSEGV, signal.SIGXFSZ, signal.SIGABRT)}
MISSING = ("ModuleNotFoundError", "ImportError", "FileNotFoundError", "PermissionError", "Read-only file system",
           "No such file", "NotADirectoryError")
WALL = ["exec", "--json", "--profile", PROFILE, "--audit", "/run/harness/audit", "--time", "8s", "--cpu", "3s",
        "--memory", "512M", "--processes", "32", "--disk", "16M", "--file-size", "8M", "--output-limit", "1M"]


def ran(job):
    """(name, bare outcome, wall outcome or None if that did no harm) of one sample."""
    name, data, tool, options = job
    script = "sample" + (os.path.splitext(name)[1] or ".py")
    files = {**root.OWN_FILES, script: data}
    command = [root.PYTHON, "-I", script]
    confined = [root.TOOL + "/bin/sallyport", *WALL, *options, *(word for n in files for word in ("--input", f"{root.WORK}/{n}={n}")),
                "--", *command]

    def twice(*arguments):
        outcome = root.run(files, *arguments)
        return outcome if "fault" not in outcome else root.run(files, *arguments)
    # There is harm that needs a file to be there, and harm that needs it not to be.
    outcomes = []
    for bereft in (False, True):
        outcomes.append(twice(command, tool, True, bereft))
        if harm(outcomes[-1]):
            return name, outcomes[-1], twice(confined, tool, False, bereft)
    return name, min(outcomes, key=lambda bare: unproven(bare) is not None), None


def harm(bare):
    """What class of harm a bare run did; None if none."""
    for word, kind in KINDS:
        if any(h.startswith(word) for h in bare.get("hits", ())):
            return kind
    if bare.get("limit") or bare.get("status") in SIGNALLED or len(bare.get("output", "")) >= root.OUTPUT or \
            any(word in bare.get("output", "")[-20000:] for word in LIMITS):
        return "limit"
    return None


def unproven(bare):
    """Why a run that did no harm says nothing, or None."""
    last = "".join(bare.get("output", "").strip().splitlines()[-1:])
    if "fault" in bare:
        return bare["fault"]
    return last if any(word in last for word in MISSING) else None


def document(wall):
    try:
        return json.loads(wall["output"][wall["output"].index("{"):])
    except (KeyError, ValueError):
        return None


def leak(wall):
    """What the wall let through, or None."""
    if "fault" in wall:
        return wall["fault"]
    if wall["hits"]:
        return "; ".join(wall["hits"])
    if wall["limit"]:
        return f"no limit of the run's ended it, but the harness's of {wall['limit']}"
    said = document(wall)
    if said is None:
        return f"no document, status {wall['status']}: {wall['output'][-200:]!r}"
    if wall["status"] == 125:
        return f"it was not run: {said.get('error')}"
    return None


def came_to(wall):
    """What of deny, limit and intact this run came to: the last is true of any that leaks nothing."""
    said = document(wall) or {}
    return (["limit"] if said.get("limit") else []) + (
        ["deny"] if said.get("violations") or said.get("lookups") else []) + ["intact"]


def wrong_word(sample, profile, judged):
    """Why the gate does not say what the line says, or None."""
    want = sample.check[profile]
    if judged.decision == "crash":
        return judged.why
    if want in ("pass", "allow") and judged.stopped:
        return f"{profile}: {judged.reason()}"
    if want in ("stop", "block", "hold") and not judged.stopped:
        return f"{profile}: passes"
    return None


def judged(build, samples):
    """{profile: {flat name: judgement}} of those that have a word for it."""
    return {p: score.judge(build, p, {s.flat: s.bytes() for s in samples if s.check[p] != "-"},
                           build / "score" / f"doors-{p}") for p in corpus.PROFILES}


def misstated(samples):
    """What no line may say."""
    wrong = [f"{n}: two of that name" for n, c in collections.Counter(s.flat for s in samples).items() if c > 1]
    wrong += [f"{s.name}: the gate may pass it, so it needs a run" for s in samples
              if s.run == "-" and s.check[PROFILE] == "either"]
    return wrong


def gate(build, samples):
    """TAP: one result for each sample."""
    verdicts = judged(build, samples)
    wrong = misstated(samples)
    print(f"1..{len(samples) + 1}")
    print(f"{'not ok' if wrong else 'ok'} 1 - each line says what the runner can hold it to")
    for line in wrong:
        print("#  ", line)
    failed = bool(wrong)
    for n, s in enumerate(samples, 2):
        why = [w for w in (wrong_word(s, p, verdicts[p][s.flat]) for p in corpus.PROFILES if s.check[p] != "-") if w]
        print(f"{'not ok' if why else 'ok'} {n} - {s.name}{': ' + why[0] if why else ''}")
        failed |= bool(why)
    return failed


class Table:
    def __init__(self):
        self.rows = {name: collections.Counter() for name in ROWS}
        self.lines = collections.defaultdict(list)

    def add(self, sample, stopped, run):
        """One sample: whether the gate stops it, and its two runs, if any."""
        if run is None:
            row = self.rows[JOBS.get(sample.kind, "escape")]
            row.update(hostile=1, gate=int(stopped), through=int(not stopped))
            if not stopped:
                self.lines["through"].append(f"{sample.name}: the gate's alone, and it passes")
            return
        bare, wall = run
        kind, why = harm(bare), unproven(bare)
        held = None if wall is None else leak(wall)
        if kind is None:
            self.lines["unproven" if why else "harmless"].append(f"{sample.name}: {why}" if why else sample.name)
            return
        row = self.rows[kind]
        row.update(hostile=1, gate=int(stopped), wall=int(held is None), run=1, through=int(not stopped and held is not None))
        if held:
            self.lines["not contained"].append(f"{sample.name}: {held}")
            if not stopped:
                self.lines["through"].append(f"{sample.name}: {held}")
        elif sample.run not in came_to(wall):
            self.lines["otherwise"].append(f"{sample.name}: {came_to(wall)[0]}, and its line says {sample.run}")

    def show(self):
        rest, all_rows = self.lines["unproven"], collections.Counter()
        print(f"{'hostile by':<16}{'samples':>8}{'gate':>8}{'wall':>8}{'through':>8}{'unproven':>9}")
        for name, row in self.rows.items():
            all_rows.update(row)
            wall = str(row["wall"]) if row["run"] else "."
            print(f"{name:<16}{row['hostile']:>8}{row['gate']:>8}{wall:>8}{row['through']:>8}{0:>9}")
        print(f"{'no harm seen':<16}{len(rest):>8}{'.':>8}{'.':>8}{'.':>8}{len(rest):>9}")
        print(f"{'all':<16}{all_rows['hostile'] + len(rest):>8}{all_rows['gate']:>8}{all_rows['wall']:>8}"
              f"{all_rows['through']:>8}{len(rest):>9}")
        print(f"\n{all_rows['run']} of the hostile were run below the wall; {len(self.lines['harmless'])} more did no harm bare")

    def percent(self):
        """Of those that were run, how many showed nothing for want of something."""
        ran_all = sum(row["run"] for row in self.rows.values()) + len(self.lines["harmless"]) + len(self.lines["unproven"])
        return 100 * len(self.lines["unproven"]) / ran_all if ran_all else 0


# Each gets through: a hole is made for it.
CONTROLS = ((b"print(open('/etc/passwd').read())", "--read", "/etc/passwd"), (b"open('/srv/CANARY', 'w')", "--write", "/srv"),
            (b"import socket\nsocket.create_connection(('127.0.0.1', 80))", "--connect", "127.0.0.1:80"))


def blind(build):
    """Controls that the harness takes for contained."""
    return [words for source, *words in CONTROLS if not leak(ran(("control", source, str(build), words))[2])]


def both(build, samples, jobs, listed):
    """The table; true if the score is not met."""
    start = time.monotonic()
    unseen = blind(build)
    if unseen:
        sys.exit(f"doors.py: the harness sees nothing where a hole was made: {unseen}")
    verdicts = judged(build, samples)
    table, by_name = Table(), {s.name: s for s in samples}
    stopped = {s.name: verdicts[PROFILE][s.flat].stopped for s in samples if s.check[PROFILE] != "-"}
    for s in samples:
        if s.run == "-" and s.check[PROFILE] == "stop":
            table.add(s, stopped[s.name], None)
        table.lines["gate"] += [f"{s.name}: {w}" for w in (wrong_word(s, p, verdicts[p][s.flat]) for p in corpus.PROFILES
                                                           if s.check[p] != "-") if w]
    # What waits for a limit first: the others run beside it.
    todo = [(s.name, s.bytes(), str(build), ()) for s in sorted(samples, key=lambda s: s.run != "limit") if s.run != "-"]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for name, bare, wall in pool.imap_unordered(ran, todo):
            table.add(by_name[name], stopped.get(name, False), (bare, wall))
            if len(samples) <= 5:
                print(f"{name}: {'stopped' if stopped.get(name) else 'passed'} by the gate"
                      f"\n  bare {json.dumps(bare)}\n  wall {json.dumps(wall)}")
    table.show()
    print(f"{time.monotonic() - start:.0f} s")
    text = "".join(f"{word}: {line}\n" for word, lines in table.lines.items() for line in sorted(lines))
    if listed:
        listed.write_text(text, encoding="utf-8")
    print(text, end="")
    wrong = misstated(samples)
    for line in wrong:
        print("the line of", line)
    if table.percent() > UNPROVEN:
        print(f"{table.percent():.1f} % are unproven, of {UNPROVEN} that may be")
    return bool(wrong or table.percent() > UNPROVEN or any(table.lines[w] for w in ("through", "gate", "not contained", "otherwise")))


def main():
    parser = argparse.ArgumentParser(description="see the top of this file")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("parts", nargs="*")
    args = parser.parse_args()
    build = args.build.resolve()
    samples = [s for s in corpus.cases() + [s for s in corpus.read() if s.group == "hostile"]
               if not args.parts or any(part in s.name for part in args.parts)]
    try:
        if args.gate:
            return gate(build, samples)
        if os.geteuid() != 0:
            sys.exit("doors.py: roots of their own need root; --gate asks the gate alone")
        return both(build, samples, args.jobs, args.list)
    except score.Unavailable as error:
        sys.exit(f"doors.py: {error}")


if __name__ == "__main__":
    sys.exit(main())
