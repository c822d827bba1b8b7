# Unpacks wheels into the work folder, as a job below the wall: SITE, then
# WHEEL NAME VERSION for each. No byte of a wheel is run, and none of its
# programs are made. What is left is the environment without its interpreter.
import base64
import csv
import hashlib
import importlib.util
import io
import os
import py_compile
import re
import stat
import sys
import zipfile

SITE = sys.argv[1]
OWNER = {}


def normal(name):
    return re.sub("[-_.]+", "-", name).lower()


def sha256(hash):
    return "sha256=" + base64.urlsafe_b64encode(hash.digest()).rstrip(b"=").decode()


class Wheel:
    def __init__(self, file, name, version):
        self.file, self.name, self.version = file, name, version
        self.record = []

    def refuse(self, why):
        sys.exit(f"{self.file}: {why}")

    def members(self, archive):
        names = {}
        for info in archive.infolist():
            name, mode = info.filename, info.external_attr >> 16
            parts = name.rstrip("/").split("/")
            if name != info.orig_filename or "\\" in name or not name.isprintable() \
                    or any(part in ("", ".", "..") for part in parts):
                self.refuse(f"{name!r} is no name below a folder")
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                self.refuse(f"{name!r} is no regular file")
            if info.flag_bits & 1:
                self.refuse(f"{name!r} is encrypted")
            if name in names:
                self.refuse(f"{name!r} is there twice")
            if not info.is_dir():
                names[name] = info
        return names

    # The one folder NAME-VERSION.dist-info, which must be what the table says.
    def stem(self, names):
        found = {name.split("/")[0] for name in names if "/" in name}
        found = sorted(name[:-10] for name in found if name.endswith(".dist-info"))
        if len(found) != 1:
            self.refuse("has %d folders *.dist-info instead of one" % len(found))
        name, dash, version = found[0].partition("-")
        if normal(name) != self.name or version != self.version:
            self.refuse(f"holds {name} {version}, not {self.name} {self.version}")
        return found[0]

    def hashes(self, archive, names, stem):
        record = f"{stem}.dist-info/RECORD"
        if record not in names:
            self.refuse("has no RECORD of its files")
        text = archive.read(names[record]).decode()
        rows = {row[0]: row[1] for row in csv.reader(io.StringIO(text)) if len(row) > 1}
        beside = {record, record + ".jws", record + ".p7s"}
        for name in names:
            if name not in beside and not rows.get(name, "").startswith("sha256="):
                self.refuse(f"{name!r} has no sha256 in RECORD")
        for name in rows:
            if name not in names:
                self.refuse(f"{name!r} is in RECORD alone")
        return {name: names[name] for name in names if name not in beside}, rows

    # Where a member goes, or None; as its RECORD names it.
    def place(self, name, stem):
        top, _, rest = name.partition("/")
        if "/__pycache__/" in f"/{name}":
            return None, None       # ours are of what can be read
        if top != f"{stem}.data":
            return f"{SITE}/{name}", name
        kind, _, rest = rest.partition("/")
        if kind in ("purelib", "platlib"):
            return f"{SITE}/{rest}", rest
        if kind == "data" and rest.startswith("share/"):
            return rest, "../" * (SITE.count("/") + 1) + rest
        return None, None

    def write(self, archive, info, path, want):
        hash, size = hashlib.sha256(), 0
        if path in OWNER:
            self.refuse(f"{path}: {OWNER[path]} has this file, too")
        OWNER[path] = self.file
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with archive.open(info) as data, open(path, "xb") as out:
            while block := data.read(1 << 20):
                hash.update(block)
                size += out.write(block)
        got = sha256(hash)
        if got != want.rstrip("="):
            self.refuse(f"{info.filename!r} is another than RECORD says")
        return got, size

    # Read, as every run would have to, and not run. Its source does not change.
    def compile(self, path, recorded):
        compiled = importlib.util.cache_from_source(path)
        try:
            py_compile.compile(path, compiled, doraise=True,
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        except (py_compile.PyCompileError, RecursionError, SyntaxError, ValueError, MemoryError):
            return      # an example for another Python, say
        data = open(compiled, "rb").read()
        OWNER[compiled] = self.file
        folder = recorded.rpartition("/")[0]
        self.record.append((f"{folder}/" * bool(folder) + f"__pycache__/{os.path.basename(compiled)}",
                            sha256(hashlib.sha256(data)), len(data)))

    def unpack(self):
        with zipfile.ZipFile(self.file) as archive:
            names = self.members(archive)
            stem = self.stem(names)
            names, rows = self.hashes(archive, names, stem)
            for name, info in names.items():
                path, recorded = self.place(name, stem)
                if path is not None:
                    self.record.append((recorded, *self.write(archive, info, path, rows[name])))
                    if path.endswith(".py") and path.startswith(SITE):
                        self.compile(path, recorded)
        os.makedirs(f"{SITE}/{stem}.dist-info", exist_ok=True)
        with open(f"{SITE}/{stem}.dist-info/RECORD", "x", newline="") as out:
            csv.writer(out, lineterminator="\n").writerows(
                self.record + [(f"{stem}.dist-info/RECORD", "", "")])


os.makedirs(SITE)
for at in range(2, len(sys.argv), 3):
    wheel = Wheel(*sys.argv[at:at + 3])
    try:
        wheel.unpack()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as error:
        wheel.refuse(f"is no whole wheel: {error}")
    except FileExistsError as error:
        wheel.refuse(f"{error.filename} is there already")
    except OSError as error:
        wheel.refuse(f"{error.filename}: {error.strerror}")
