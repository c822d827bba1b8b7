#!/usr/bin/env python3
"""Run honest samples bare, each in an empty folder: they must exit 0.

    bare.py [--slice K/N] [NAME...]

Prints each failure and the count; exit status 1 if any failed. INDEX may say
input=FILE for a sample that needs a file of corpus/benign/inputs/.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import corpus

PYTHON = "/usr/bin/python3"
SECONDS = 30


def environment(folder):
    return {"PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8",
            "MPLBACKEND": "Agg", "MPLCONFIGDIR": folder, "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}


def run(sample, source=None):
    """(exit status or None after too long, stdout, stderr)."""
    with tempfile.TemporaryDirectory(prefix="corpus-") as top:
        work, script = os.path.join(top, "work"), os.path.join(top, sample.flat)
        os.mkdir(work)
        pathlib.Path(script).write_bytes(sample.bytes() if source is None else source)
        if sample.notes.get("input"):
            shutil.copy(corpus.ROOT / "benign" / "inputs" / sample.notes["input"], work)
        try:
            done = subprocess.run([PYTHON, "-I", script], cwd=work, env=environment(work),
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None, b"", b"too long"
        return done.returncode, done.stdout, done.stderr


def reaches_canary(sample, source):
    """Does this attack print what the file CANARY in its folder holds?"""
    with tempfile.TemporaryDirectory(prefix="corpus-") as work:
        os.chmod(work, 0o755)
        for name, data in (("CANARY", b"token of the canary"), (sample.flat, source)):
            pathlib.Path(work, name).write_bytes(data)
            os.chmod(os.path.join(work, name), 0o644)
        who = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        try:
            done = subprocess.run([PYTHON, "-I", sample.flat], cwd=work, env=environment(work),
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, timeout=SECONDS, **who)
        except subprocess.TimeoutExpired:
            return False
        return b"token of the canary" in done.stdout


def runnable(samples):
    return [s for s in samples if s.group == "benign" and s.name.endswith(".py")]


def failures(samples):
    """["name: why", ...] of those that do not exit 0."""
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for sample, (status, _, err) in zip(samples, pool.map(run, samples)):
            if status != 0:
                last = err.decode("utf-8", "replace").strip().splitlines()[-1:]
                wrong.append(f"{sample.name}: status {status}: {' '.join(last)}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--slice", default="0/1")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    at, of = map(int, args.slice.split("/"))
    samples = runnable(corpus.read())
    if args.names:
        samples = [s for s in samples if s.name in args.names]
    samples = samples[at::of]
    wrong = failures(samples)
    print("\n".join(wrong + [f"{len(samples) - len(wrong)} of {len(samples)} exit 0"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
