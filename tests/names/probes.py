"""Calls with a path, each in a child of its own: prints {call: errno, 0 if it did not fail} as JSON.

    probes.py FOLDER PREFIX SUFFIX		names are FOLDER/PREFIX-CALL and SUFFIX behind it
"""
import ctypes
import json
import os
import socket
import stat
import sys

libc = ctypes.CDLL(None, use_errno=True)
CWD = -100
ROOM = ctypes.create_string_buffer(8192)
OPENAT2, STATX, RENAMEAT2, EXECVEAT, FACCESSAT2 = 437, 332, 316, 322, 439


def c(name, *args):
    """A function of libc, or a call by its number; raises what it failed with."""
    ctypes.set_errno(0)
    made = libc.syscall(name, *args) if isinstance(name, int) else getattr(libc, name)(*args)
    if made < 0:
        raise OSError(ctypes.get_errno(), "")


def openat2(path, flags, resolve):
    how = (ctypes.c_uint64 * 3)(flags, 0, resolve)
    c(OPENAT2, CWD, path, how, 24)


def unix(path, verb):
    getattr(socket.socket(socket.AF_UNIX), verb)(path)


def mine(name=b"mine"):
    open(name, "w").close()
    return name


# What it is called, the kind of thing that bare tells from nothing, the call.
CALLS = {
    "open": ("file", lambda p: os.open(p, os.O_RDONLY)),
    "open-write": ("file", lambda p: os.open(p, os.O_WRONLY)),
    "open-rdwr": ("file", lambda p: os.open(p, os.O_RDWR)),
    "open-append": ("file", lambda p: os.open(p, os.O_WRONLY | os.O_APPEND)),
    "open-trunc": ("file", lambda p: os.open(p, os.O_WRONLY | os.O_TRUNC)),
    "open-excl": ("file", lambda p: os.open(p, os.O_WRONLY | os.O_CREAT | os.O_EXCL)),
    "open-path": ("file", lambda p: os.open(p, os.O_PATH)),
    "open-nofollow": ("link", lambda p: os.open(p, os.O_RDONLY | os.O_NOFOLLOW)),
    "open-directory": ("folder", lambda p: os.open(p, os.O_RDONLY | os.O_DIRECTORY)),
    "open-file-directory": ("file", lambda p: os.open(p, os.O_RDONLY | os.O_DIRECTORY)),
    "open-tmpfile": ("folder", lambda p: os.open(p, os.O_TMPFILE | os.O_RDWR)),
    "open-fifo": ("fifo", lambda p: os.open(p, os.O_RDONLY | os.O_NONBLOCK)),
    "creat-folder": ("folder", lambda p: c("creat", p, 0o600)),
    "openat2": ("file", lambda p: openat2(p, 0, 0)),
    "openat2-no-links": ("file", lambda p: openat2(p, 0, 0x04)),
    "openat2-no-magic": ("file", lambda p: openat2(p, 0, 0x02)),
    "openat2-in-root": ("file", lambda p: c(OPENAT2, os.open("/", os.O_PATH), p, (ctypes.c_uint64 * 3)(0, 0, 0x10), 24)),
    "openat2-path": ("link", lambda p: openat2(p, os.O_PATH | os.O_NOFOLLOW, 0)),
    "stat": ("file", lambda p: c("stat", p, ROOM)),
    "lstat": ("link", lambda p: c("lstat", p, ROOM)),
    "fstatat": ("file", lambda p: c("fstatat", CWD, p, ROOM, 0)),
    "fstatat-link": ("link", lambda p: c("fstatat", CWD, p, ROOM, 0x100)),
    "statx": ("file", lambda p: c(STATX, CWD, p, 0, 0xfff, ROOM)),
    "statx-folder": ("folder", lambda p: c(STATX, CWD, p, 0x800, 0xfff, ROOM)),
    "access": ("file", lambda p: c("access", p, 0)),
    "access-write": ("file", lambda p: c("access", p, 2)),
    "access-exec": ("program", lambda p: c("access", p, 1)),
    "faccessat": ("file", lambda p: c("faccessat", CWD, p, 4, 0)),
    "faccessat2": ("file", lambda p: c(FACCESSAT2, CWD, p, 0, 0x100)),
    "readlink": ("link", lambda p: c("readlink", p, ROOM, 100)),
    "readlink-file": ("file", lambda p: c("readlink", p, ROOM, 100)),
    "readlinkat": ("link", lambda p: c("readlinkat", CWD, p, ROOM, 100)),
    "statfs": ("file", lambda p: c("statfs", p, ROOM)),
    "statvfs": ("folder", lambda p: c("statvfs", p, ROOM)),
    "chdir": ("folder", lambda p: c("chdir", p)),
    "chdir-file": ("file", lambda p: c("chdir", p)),
    "list": ("folder", lambda p: os.listdir(p)),
    "execve": ("program", lambda p: os.execve(p, ["x"], {})),
    "execve-file": ("file", lambda p: os.execve(p, ["x"], {})),
    "execveat": ("program", lambda p: c(EXECVEAT, CWD, p, (ctypes.c_char_p * 2)(b"x", None), (ctypes.c_char_p * 1)(None), 0)),
    "getxattr": ("file", lambda p: c("getxattr", p, b"user.a", ROOM, 100)),
    "lgetxattr": ("link", lambda p: c("lgetxattr", p, b"user.a", ROOM, 100)),
    "listxattr": ("file", lambda p: c("listxattr", p, ROOM, 100)),
    "llistxattr": ("link", lambda p: c("llistxattr", p, ROOM, 100)),
    "setxattr": ("file", lambda p: c("setxattr", p, b"user.a", b"1", 1, 0)),
    "lsetxattr": ("link", lambda p: c("lsetxattr", p, b"user.a", b"1", 1, 0)),
    "removexattr": ("file", lambda p: c("removexattr", p, b"user.a")),
    "lremovexattr": ("link", lambda p: c("lremovexattr", p, b"user.a")),
    "inotify": ("file", lambda p: c("inotify_add_watch", libc.inotify_init(), p, 2)),
    "name-to-handle": ("file", lambda p: c("name_to_handle_at", CWD, p, (ctypes.c_uint * 34)(128), ctypes.byref(ctypes.c_int()), 0)),
    "unlink": ("file", lambda p: c("unlink", p)),
    "unlink-folder": ("folder", lambda p: c("unlink", p)),
    "unlinkat": ("file", lambda p: c("unlinkat", CWD, p, 0)),
    "rmdir": ("folder", lambda p: c("rmdir", p)),
    "rmdir-file": ("file", lambda p: c("unlinkat", CWD, p, 0x200)),
    "rename-from": ("file", lambda p: c("rename", p, b"taken")),
    "rename-to": ("folder", lambda p: c("rename", mine(), p)),
    "renameat-from": ("file", lambda p: c("renameat", CWD, p, CWD, b"taken")),
    "renameat2-to": ("file", lambda p: c(RENAMEAT2, CWD, mine(), CWD, p, 1)),
    "renameat2-exchange": ("file", lambda p: c(RENAMEAT2, CWD, mine(), CWD, p, 2)),
    "link-from": ("file", lambda p: c("link", p, b"linked")),
    "link-to": ("file", lambda p: c("link", mine(), p)),
    "linkat-from": ("file", lambda p: c("linkat", CWD, p, CWD, b"linked", 0x400)),
    "symlink": ("file", lambda p: c("symlink", b"x", p)),
    "symlinkat": ("file", lambda p: c("symlinkat", b"x", CWD, p)),
    "mkdir": ("file", lambda p: c("mkdir", p, 0o700)),
    "mkdirat": ("folder", lambda p: c("mkdirat", CWD, p, 0o700)),
    "mknod": ("file", lambda p: c("mknod", p, stat.S_IFREG | 0o600, 0)),
    "mkfifo": ("file", lambda p: c("mkfifo", p, 0o600)),
    "truncate": ("file", lambda p: os.truncate(p, 0)),
    "chmod": ("file", lambda p: c("chmod", p, 0o666)),
    "fchmodat": ("file", lambda p: c("fchmodat", CWD, p, 0o666, 0)),
    "chown": ("file", lambda p: c("chown", p, -1, -1)),
    "lchown": ("link", lambda p: c("lchown", p, -1, -1)),
    "fchownat": ("file", lambda p: c("fchownat", CWD, p, -1, -1, 0)),
    "utime": ("file", lambda p: c("utime", p, None)),
    "utimes": ("file", lambda p: c("utimes", p, None)),
    "futimesat": ("file", lambda p: c("futimesat", CWD, p, None)),
    "utimensat": ("file", lambda p: c("utimensat", CWD, p, None, 0)),
    "utimensat-link": ("link", lambda p: c("utimensat", CWD, p, None, 0x100)),
    "connect": ("socket", lambda p: unix(p, "connect")),
    "bind": ("file", lambda p: unix(p, "bind")),
}

def tried(call, path):
    """In a child: what it changes about itself is gone with it."""
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            for n in (b"mine", b"taken", b"linked"):
                try:
                    os.unlink(n)
                except OSError:
                    pass
            call(path)
            errno = 0
        except OSError as e:
            errno = e.errno or -1
        os.write(w, b"%d" % errno)
        os._exit(0)
    os.close(w)
    with os.fdopen(r) as answer:
        text = answer.read()
    os.waitpid(pid, 0)
    return int(text or 0)		# one that was executed says nothing


def main():
    folder, prefix, suffix = sys.argv[1:4]
    print(json.dumps({name: tried(call, f"{folder}/{prefix}-{name}{suffix}".encode()) for name, (_, call) in CALLS.items()}))


if __name__ == "__main__":
    main()
