"""The npm package, as its users have it."""
import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

from harness import BUILD, Skip, environment, equal

TOP = pathlib.Path(__file__).resolve().parents[2]


@functools.lru_cache(None)
def package():
    """A folder that had nothing but the package, as `make npm` packs it, installed without a network."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Skip("without node, npm")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sallyport-npm-", dir="/var/tmp"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    packed = folder / "packed"
    packed.mkdir()
    env = {**os.environ, "npm_config_cache": str(folder / "cache"), "npm_config_update_notifier": "false"}
    for words, where in ([str(TOP / "tools/npm"), str(BUILD), "0.0.1", str(packed)], folder), \
            (["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", "./packed/sallyport-0.0.1.tgz"], folder):
        done = subprocess.run(words, cwd=where, env=env, capture_output=True, text=True, timeout=120)
        equal(done.returncode, 0, done.stdout + done.stderr)
    return folder, env


def node(box, name, *words, env=None):
    folder, base = package()
    return subprocess.run(["node", name, *words], cwd=folder, env={**base, **environment(box.log), **(env or {})},
                          capture_output=True, text=True, timeout=120)
