# What is asked of the files of a sandbox. `given` is said before it.
import gzip
import json
import os
import shutil
import stat
import time
import zlib


def place(path):
    if path[:1] == "~":
        path = path[1:].lstrip("/")
    return os.path.normpath(os.path.join(os.environ["HOME"], path))


def entry(path):
    own = os.lstat(path)
    is_link = stat.S_ISLNK(own.st_mode)
    st = own
    if is_link and os.path.exists(path):
        st = os.stat(path)
    kind = "FILE_TYPE_FILE"
    if stat.S_ISDIR(st.st_mode):
        kind = "FILE_TYPE_DIRECTORY"
    found = {"name": os.path.basename(path), "type": kind, "path": path,
             "size": str(st.st_size), "mode": stat.S_IMODE(st.st_mode),
             "permissions": stat.filemode(own.st_mode),
             "owner": "user", "group": "user",
             "modifiedTime": time.strftime(
                 "%Y-%m-%dT%H:%M:%SZ", time.gmtime(st.st_mtime))}
    if is_link:
        found["symlinkTarget"] = os.path.realpath(path)
    return found


def listing(path, depth):
    found = []
    for name in sorted(os.listdir(path)):
        if name[:5] == ".e2b-":
            continue
        one = entry(os.path.join(path, name))
        found.append(one)
        if depth > 1 and one["type"] == "FILE_TYPE_DIRECTORY":
            found.extend(listing(one["path"], depth - 1))
    return found


# What would become more than a body may be is not unpacked to its end.
def unpack(path):
    try:
        with gzip.open(path) as packed:
            data = packed.read(given["most"] + 1)
    except (gzip.BadGzipFile, zlib.error, EOFError):
        return {"code": "invalid_argument", "message": "Content-Encoding: the body is not gzip"}
    if len(data) > given["most"]:
        return {"code": "out_of_range", "message": "a body has at most %d MiB, unpacked" % (given["most"] >> 20)}
    with open(path, "wb") as out:
        out.write(data)
    return None


# By name: what it is and its mode; then what changes when it does.
def look(path):
    seen, entries = {}, {}
    for folder, folders, names in os.walk(path):
        for name in sorted(folders + names):
            full = os.path.join(folder, name)
            try:
                own = os.lstat(full)
                whole = entry(full) if given["entries"] else None
            except FileNotFoundError:
                continue
            if name[:5] == ".e2b-":
                continue
            if len(seen) == given["most"]:
                return {"code": "resource_exhausted", "message": "a watched folder has at most %d names" % given["most"]}
            name = os.path.relpath(full, path)
            seen[name] = "%s%o %d %d %d" % ("d" if stat.S_ISDIR(own.st_mode) else "f", stat.S_IMODE(own.st_mode),
                                            own.st_ino, own.st_mtime_ns, own.st_size)
            if whole is not None:
                entries[name] = whole
        if not given["recursive"]:
            break
    return {"seen": seen, "entries": entries}


def answer():
    what = given["do"]
    path = place(given["path"])
    if what == "Stat":
        return {"entry": entry(path)}
    if what == "Watch":
        if given["first"] and not stat.S_ISDIR(os.stat(path).st_mode):
            return {"code": "invalid_argument", "message": "path is not a directory: " + path}
        return look(path)
    if what == "ListDir":
        if not os.path.isdir(path) and os.path.lexists(path):
            return {"code": "invalid_argument", "message": "path is not a directory: " + path}
        return {"entries": listing(path, max(given["depth"], 1))}
    if what == "MakeDir":
        if os.path.isdir(path):
            return {"code": "already_exists", "message": "directory already exists: " + path}
        if os.path.lexists(path):
            return {"code": "invalid_argument", "message": "path already exists but it is not a directory: " + path}
        os.makedirs(path)
        return {"entry": entry(path)}
    if what in ("Move", "Unpack"):
        wrong = unpack(path) if what == "Unpack" else None
        if wrong:
            return wrong
        to = place(given["to"])
        os.makedirs(os.path.dirname(to), exist_ok=True)
        os.replace(path, to)
        return {"entry": entry(to)}
    if what == "Remove":
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.remove(path)
        return {}
    if what == "Copy":
        if os.path.isdir(path):
            return {"code": "invalid_argument", "message": "path is a directory: " + path}
        shutil.copyfile(path, place(given["to"]))
        return {}
    return {"code": "unimplemented", "message": what}


try:
    said = answer()
except FileNotFoundError as error:
    said = {"code": "not_found", "message": "path not found: %s" % error}
except OSError as error:
    said = {"code": "permission_denied", "message": str(error)}
said
