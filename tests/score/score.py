#!/usr/bin/env python3
"""The scoreboard: what the gate finds, and what it stops without need.

    score.py BUILD [--profile P]... [--limit N] [--list FILE]
             [--undisguised PCT] [--disguised PCT] [--escape PCT] [--false PCT]

Judges every sample of corpus/INDEX with `sallyport check --format json DIR`,
the hostile ones also in every disguise, and prints how many of them were
stopped (blocked or held), by group and disguise, and how many honest ones
were, by kind and class. --limit bounds the number of disguised samples (the
same ones each time). --list writes every miss and every false alarm with
its reason. The last four are thresholds: beyond one, the exit status is 1.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import corpus
import disguise

BATCH = 1000
SECONDS = 300
CLASSES = ("escape", "obfuscation", "resource", "syntax", "capability")


class Unavailable(Exception):
    """The gate cannot be asked: not built, or it gave no document."""


class Judgement:
    def __init__(self, document):
        self.decision = document["decision"]
        self.findings = [f for f in document["findings"] if f["decision"] != "allow"]

    @property
    def stopped(self):
        return self.decision != "allow"

    @property
    def classes(self):
        return {f["class"] for f in self.findings}

    def reason(self):
        if not self.findings:
            return self.decision
        f = min(self.findings, key=lambda f: CLASSES.index(f["class"]))
        return f"{f['rule']}@{f['line']} {f['class']}: {f['message']}"


class Crash(Judgement):
    """The gate died of this file: no verdict, which counts as a miss."""

    def __init__(self, why):
        self.decision, self.findings, self.why = "crash", [], why

    @property
    def stopped(self):
        return False

    def reason(self):
        return self.why


def check(build, profile, folder):
    """One process over a folder: (document or None, why there is none)."""
    command = [str(build / "bin" / "sallyport"), "check", "--profile", profile,
               "--format", "json", str(folder)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, f"no answer within {SECONDS} s"
    except OSError as error:
        raise Unavailable(str(error))
    try:
        return json.loads(done.stdout), None
    except ValueError:
        text = done.stderr.decode("utf-8", "replace").strip()[:200]
        if "no command" in text:
            raise Unavailable(text)
        return None, f"no JSON, status {done.returncode}: {text}"


def judge(build, profile, sources, folder):
    """{name: bytes} -> {name: Judgement}, in batches of one process each.

    A batch that yields nothing is halved, until the file that does it stands
    alone.
    """
    results = {}
    names = sorted(sources)
    todo = [names[i:i + BATCH] for i in range(0, len(names), BATCH)]
    while todo:
        batch = todo.pop()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in batch:
            (folder / name).write_bytes(sources[name])
        document, why = check(build, profile, folder)
        if document is not None:
            for submission in document["submissions"]:
                results[pathlib.PurePath(submission["name"]).name] = Judgement(submission)
        elif len(batch) == 1:
            results[batch[0]] = Crash(why)
        else:
            middle = len(batch) // 2
            todo += [batch[:middle], batch[middle:]]
    shutil.rmtree(folder, ignore_errors=True)
    missing = set(sources) - set(results)
    if missing:
        raise Unavailable(f"check gave no verdict for {len(missing)} files, "
                          f"among them {min(missing)}")
    return results


def take(names, limit):
    """At most `limit` of names: the same ones each time, spread evenly."""
    if limit is None or len(names) <= limit:
        return names
    return sorted(names, key=lambda n: hashlib.sha256(n.encode()).digest())[:limit]


def disguised(samples, limit):
    """{file name: (sample, disguise)} of all disguises there could be."""
    pairs = {f"{d}--{s.flat}": (s, d) for s in samples if s.disguisable()
             for d in disguise.DISGUISES}
    chosen = {}
    for name in take(sorted(pairs), None if limit is None else limit * 2):
        sample, how = pairs[name]
        text = disguise.apply(how, sample.bytes().decode("utf-8"))
        if text is not None and (limit is None or len(chosen) < limit):
            chosen[name] = (sample, how, text.encode("utf-8"))
    return chosen


def expected(sample, profile, judged):
    """None if an honest sample's verdict is as INDEX says, else why not."""
    want = sample.check[profile]
    if judged.decision == "crash":
        return "no verdict"
    if want == "allow" and judged.stopped:
        return f"expected allow, got {judged.decision}"
    if want in ("block", "hold", "either") and judged.classes - {"capability"}:
        return f"expected {want} of class capability"
    if want in ("block", "hold", "stop") and not judged.stopped:
        return f"expected {want}, got allow"
    return None


def group_of(sample):
    """Catalogue groups are single letters; own families stand together."""
    return sample.kind if len(sample.kind) == 1 else "own"


class Score:
    """All figures of one profile."""

    def __init__(self, build, profile, samples, limit, scratch):
        self.profile = profile
        self.lines = []
        self.plain, self.hidden = {}, collections.defaultdict(lambda: [0, 0])
        self.honest = collections.defaultdict(collections.Counter)
        hostile = [s for s in samples if s.hostile(profile)]
        others = [s for s in samples if s.group == "benign"]
        start = time.monotonic()
        found = judge(build, profile, {s.flat: s.bytes() for s in samples
                                       if s.group in ("benign", "hostile")}, scratch)
        self.plain = collections.defaultdict(lambda: [0, 0])
        for s in hostile:
            self.count(self.plain, group_of(s), found[s.flat], s.name)
        for s in others:
            self.honest_one(s, found[s.flat])
        if limit != 0:
            hidden = disguised(hostile, limit)
            verdicts = judge(build, profile, {n: t[2] for n, t in hidden.items()}, scratch)
            for name, (s, how, _) in hidden.items():
                self.count(self.hidden, (how, group_of(s)), verdicts[name], f"{s.name} as {how}")
        self.seconds = time.monotonic() - start

    def count(self, table, key, judged, name):
        table[key][1] += 1
        if judged.stopped:
            table[key][0] += 1
        else:
            kind = f"crashed   {name}: {judged.why}" if judged.decision == "crash" else f"missed    {name}"
            self.lines.append(kind)

    def honest_one(self, sample, judged):
        row = self.honest[sample.kind]
        row["files"] += 1
        wrong = expected(sample, self.profile, judged)
        if judged.stopped:
            row["stopped"] += 1
            for name in judged.classes:
                row[name] += 1
        if wrong:
            row["wrong"] += 1
            self.lines.append(f"false     {sample.name}: {wrong}: {judged.reason()}")

    def rate(self, table):
        stopped = sum(v[0] for v in table.values())
        total = sum(v[1] for v in table.values())
        return stopped, total, 100 * stopped / total if total else 100.0

    def alarms(self, key):
        hits = sum(r[key] for r in self.honest.values())
        files = sum(r["files"] for r in self.honest.values())
        return hits, files, 100 * hits / files if files else 0.0

    def show(self, out):
        groups = sorted({k[1] for k in self.hidden} | set(self.plain), key=lambda g: (len(g), g))

        def row(name, cells):
            stopped, total = (sum(c[i] for c in cells.values()) for i in (0, 1))
            text = "".join(percent(*cells.get(g, (0, 0))) for g in groups)
            print(f"{name:<22}{text} {percent(stopped, total)}  {total:>7}", file=out)

        def rows(title, names):
            """names: of the disguises that make up each row."""
            print(f"{title:<22}" + "".join(f"{g:>6}" for g in groups) + "    all  samples", file=out)
            row("none", self.plain)
            for name, parts in names.items():
                cells = {g: [sum(self.hidden[how, g][i] for how in parts if (how, g) in self.hidden) for i in (0, 1)]
                         for g in groups}
                if any(total for _, total in cells.values()):
                    row(name, cells)

        families = collections.defaultdict(list)
        for how in disguise.DISGUISES:
            families[how.partition("-")[0]].append(how)
        print(f"profile {self.profile}: stopped, in percent "
              f"(blocked or held), by technique group", file=out)
        rows("disguise", {how: [how] for how in disguise.DISGUISES})
        print(file=out)
        rows("family of disguises", families)
        stopped, total, rate = self.rate(self.hidden)
        if total:
            print(f"disguised: {stopped} of {total} stopped ({rate:.2f} %)", file=out)
        print(f"\nprofile {self.profile}: honest files stopped, by class of the finding", file=out)
        print(f"{'kind':<16}{'files':>6}{'stopped':>8}{'wrongly':>8}"
              + "".join(f"{c:>12}" for c in CLASSES), file=out)
        for kind in sorted(self.honest):
            r = self.honest[kind]
            print(f"{kind:<16}{r['files']:>6}{r['stopped']:>8}{r['wrong']:>8}"
                  + "".join(f"{r[c]:>12}" for c in CLASSES), file=out)
        for key, words in (("escape", "flagged with class escape"),
                           ("wrong", "not as INDEX expects")):
            hits, files, rate = self.alarms(key)
            print(f"honest: {hits} of {files} {words} ({rate:.2f} %)", file=out)
        print(f"judged in {self.seconds:.1f} s\n", file=out)


def percent(stopped, total):
    if not total:
        return f"{'.':>6}"
    # Never round a miss up to 100.
    return f"{int(1000 * stopped / total) / 10:>6g}"


def main():
    parser = argparse.ArgumentParser(description="see the top of this file")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--profile", action="append")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("--undisguised", type=float, default=0)
    parser.add_argument("--disguised", type=float, default=0)
    parser.add_argument("--escape", type=float, default=100)
    parser.add_argument("--false", type=float, default=100, dest="wrong")
    args = parser.parse_args()
    build = args.build.resolve()
    if not os.access(build / "bin" / "sallyport", os.X_OK):
        sys.exit(f"score.py: {args.build}: no bin/sallyport in it; name a build folder (make)")
    samples = corpus.read()
    failed, lines = [], []
    for profile in args.profile or ["minimal", "data"]:
        try:
            score = Score(build, profile, samples, args.limit, build / "score" / profile)
        except Unavailable as error:
            sys.exit(f"score.py: {error}")
        score.show(sys.stdout)
        lines += [f"{profile:<9} {line}" for line in score.lines]
        for value, least, words in (
                (score.rate(score.plain)[2], args.undisguised, "hostile stopped"),
                (score.rate(score.hidden)[2], args.disguised, "disguised stopped")):
            if value < least:
                failed.append(f"{profile}: {words}: {value:.2f} % < {least:g} %")
        for key, most in (("escape", args.escape), ("wrong", args.wrong)):
            value = score.alarms(key)[2]
            if value > most:
                failed.append(f"{profile}: honest, {key}: {value:.2f} % > {most:g} %")
    if args.list:
        args.list.write_text("\n".join(lines) + "\n", encoding="utf-8")
    elif lines:
        print("\n".join(line for line in lines if " as " not in line))
    for line in failed:
        print("below threshold:", line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
