"""Where nobody looks: what a script says there, and that it says the same under supervision."""
import os
import subprocess
import tempfile

from harness import PYTHON, ROOT, equal, stdout


def bare(text, *args, **more):
    with tempfile.TemporaryDirectory(prefix="siege-") as folder:
        os.chmod(folder, 0o777)
        user = {"user": 65534, "group": 65534, "extra_groups": []} if ROOT else {}
        done = subprocess.run([PYTHON, "-I", "-B", "-c", text, *args], cwd=folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60, **user, **more)
    equal(done.returncode, 0, done.stderr)
    return done.stdout


def as_bare(box, text, *options, args=()):
    """Supervised it says what it says bare."""
    want = bare(text, *args)
    got = box.script(text, "--profile", "data", "--time", "60s", *options, args=args)
    equal(stdout(got), want, repr((got.doc["violations"], got.doc["logs"])))
    return got
