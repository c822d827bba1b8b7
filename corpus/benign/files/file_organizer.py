import hashlib
import os
import shutil
import zipfile
import tarfile
from pathlib import Path
from collections import defaultdict
import fnmatch
import glob

root = Path.cwd() / "inbox"
root.mkdir(exist_ok=True)
for name, data in {"a.txt": "x", "b.txt": "x", "c.csv": "1,2", "d.bin": "zz"}.items():
    (root / name).write_text(data)


def sha(path, block=65536):
    h = hashlib.sha256()
    with open(path, "rb") as f:
        for chunk in iter(lambda: f.read(block), b""):
            h.update(chunk)
    return h.hexdigest()


dups = defaultdict(list)
for dirpath, dirnames, filenames in os.walk(root):
    dirnames[:] = [d for d in dirnames if not d.startswith(".")]
    for fn in filenames:
        full = os.path.join(dirpath, fn)
        dups[sha(full)].append(os.path.relpath(full, root))
print([sorted(v) for v in dups.values() if len(v) > 1])
for p in sorted(root.glob("*.*")):
    dest = root / p.suffix.lstrip(".")
    dest.mkdir(exist_ok=True)
    shutil.move(str(p), str(dest / p.name))
with zipfile.ZipFile("out.zip", "w", zipfile.ZIP_DEFLATED) as z:
    for p in root.rglob("*"):
        if p.is_file():
            z.write(p, arcname=p.relative_to(root))
with zipfile.ZipFile("out.zip") as z:
    print(z.namelist(), z.testzip())
    z.extractall("unzipped")
with tarfile.open("out.tar.gz", "w:gz") as t:
    t.add("unzipped", arcname="x")
with tarfile.open("out.tar.gz") as t:
    t.extractall("untar")
print(sorted(glob.glob("untar/**/*.txt", recursive=True)), fnmatch.filter(os.listdir("unzipped"), "t*"))
archive = shutil.make_archive("backup", "zip", root_dir="unzipped")
print(os.path.basename(archive), shutil.disk_usage(".").total > 0, os.path.getsize("out.zip") > 0)
for d in ("inbox", "unzipped", "untar"):
    shutil.rmtree(d, ignore_errors=True)
os.makedirs("deep/er", exist_ok=True); os.rmdir("deep/er"); os.rename("out.zip", "final.zip"); os.remove("final.zip")
