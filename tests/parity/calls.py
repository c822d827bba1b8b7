"""Mediated calls with all kinds of arguments; prints each one's result.

Run bare and supervised, the two outputs must be the same. Everything happens
below the current folder, which is empty.
"""
import ctypes
import errno
import os
import signal
import stat
import sys
import threading
import time

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
NR = {"open": 2, "stat": 4, "access": 21, "rename": 82, "mkdir": 83, "rmdir": 84, "creat": 85, "link": 86,
      "unlink": 87, "symlink": 88, "readlink": 89, "chmod": 90, "truncate": 76, "chdir": 80, "openat": 257,
      "mkdirat": 258, "newfstatat": 262, "unlinkat": 263, "renameat": 264, "linkat": 265, "symlinkat": 266,
      "readlinkat": 267, "fchmodat": 268, "faccessat": 269, "utimensat": 280, "renameat2": 316,
      "statx": 332, "openat2": 437, "faccessat2": 439, "mknod": 133, "statfs": 137, "getxattr": 191,
      "setxattr": 188, "listxattr": 194, "execve": 59, "close": 3, "dup2": 33, "close_range": 436,
      "chown": 92, "lchown": 94, "fchown": 93, "fchmod": 91, "utime": 132, "utimes": 235, "futimesat": 261,
      "lgetxattr": 192, "llistxattr": 195, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197,
      "lremovexattr": 198, "mknodat": 259, "fchownat": 260, "fchmodat2": 452, "execveat": 322, "lstat": 6,
      "fstatfs": 138, "sendmmsg": 307, "listen": 50, "setsockopt": 54, "getpriority": 140, "kill": 62,
      "tgkill": 234, "pidfd_open": 434, "prlimit64": 302, "dup3": 292, "fcntl": 72, "mremap": 25,
      "connect": 42, "bind": 49, "sendto": 44, "sendmsg": 46, "socket": 41}
CWD = -100
BUF = ctypes.create_string_buffer(8192)
OUT = ctypes.addressof(BUF)


def raw(name, *args):
    """One system call as it is: its result, or -errno."""
    keep = []
    cooked = []
    for arg in args:
        if isinstance(arg, str):
            arg = os.fsencode(arg)
        if isinstance(arg, bytes):
            arg = ctypes.create_string_buffer(arg)
            keep.append(arg)
            arg = ctypes.addressof(arg)
        cooked.append(ctypes.c_long(arg))
    ctypes.set_errno(0)
    got = libc.syscall(ctypes.c_long(NR[name]), *cooked)
    if got < 0:
        return errno.errorcode.get(ctypes.get_errno(), ctypes.get_errno())
    return got


def show(label, value):
    print(label, value, flush=True)


def fd(value):
    """Descriptors differ; whether there is one does not."""
    if isinstance(value, int):
        os.close(value)
        return "fd"
    return value


def prepare():
    os.umask(0o022)
    # One folder down, so that ".." may be changed as well.
    os.mkdir("in")
    os.chdir("in")
    os.makedirs("d/e")
    for name in ("f", "d/f", "d/e/f"):
        with open(name, "w") as out:
            out.write("text")
    os.symlink("f", "l")
    os.symlink("nowhere", "dangling")
    os.symlink("loop", "loop")
    os.symlink("d", "ld")
    os.symlink("/proc/self/cwd/f", "lp")
    os.symlink("../d/e", "d/le")
    os.mkfifo("fifo")
    os.mkdir("shut", 0o500)
    os.chmod("d/e/f", 0o400)


NAMES = ["f", "d", "d/", "f/", "f/x", "l", "l/", "ld", "ld/", "ld/f", "ld/e/../f", "d/le/f", "dangling",
         "dangling/", "dangling/x", "loop", "loop/x", "", ".", "..", "./", "d/.", "d/..", "f/.", "f/..",
         "none", "none/", "none/x", "none/..", "none/../f", "d//e///f", "./d/./e/./f", "lp", "shut/x",
         "shut/..", "shut", "fifo/x", "x" * 255, "x" * 256, "d/" + "x" * 256, "./" * 2000 + "f",
         "./" * 2047 + "f", "a/" * 2040 + "b", "./" * 2047 + "ff", "." + "/" * 4000 + "nonexistent",
         b"\xff\xfe", "new\nline", "tab\t\x1b[31m", "d/../d/../d/e/f", "ld/../f"]


def each_name():
    for name in NAMES:
        label = repr(name)[:40] + str(len(name))
        show(f"open {label}", fd(raw("open", name, os.O_RDONLY | os.O_NONBLOCK, 0)))
        show(f"open-nofollow {label}", fd(raw("open", name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, 0)))
        show(f"open-path {label}", fd(raw("open", name, os.O_PATH, 0)))
        show(f"open-path-nofollow {label}", fd(raw("open", name, os.O_PATH | os.O_NOFOLLOW, 0)))
        show(f"open-directory {label}", fd(raw("openat", CWD, name, os.O_DIRECTORY, 0)))
        show(f"open-rdwr {label}", fd(raw("open", name, os.O_RDWR | os.O_NONBLOCK, 0)))
        show(f"open-excl {label}", fd(raw("open", name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
             if b"x" not in os.fsencode(name) and "n" not in str(name) else "-")
        show(f"stat {label}", raw("stat", name, OUT))
        got = raw("newfstatat", CWD, name, OUT, 0x100)
        show(f"lstat {label}", oct(ctypes.c_uint.from_buffer(BUF, 24).value) if got == 0 else got)
        show(f"stat-bad-flags {label}", raw("newfstatat", CWD, name, OUT, 0x4))
        show(f"statx {label}", raw("statx", CWD, name, 0, 0x7ff, OUT))
        show(f"access {label}", raw("access", name, os.R_OK))
        show(f"access-x {label}", raw("faccessat", CWD, name, os.X_OK))
        show(f"access-bad {label}", raw("access", name, 64))
        show(f"access-nofollow {label}", raw("faccessat2", CWD, name, os.W_OK, 0x100))
        show(f"readlink {label}", raw("readlink", name, OUT, 64))
        show(f"readlink-short {label}", raw("readlink", name, OUT, 2))
        show(f"readlink-zero {label}", raw("readlink", name, OUT, 0))
        show(f"statfs {label}", raw("statfs", name, OUT))
        show(f"mkdir {label}", raw("mkdir", name, 0o755) if name in ("", ".", "..", "f", "d", "l", "dangling", "loop",
             "f/x", "none/x", "d/.", "d/..", "loop/x", "f/.", "dangling/", "shut/x", "ld/") else "-")
        show(f"rmdir {label}", raw("rmdir", name) if name not in ("shut",) else "-")
        show(f"unlink {label}", raw("unlink", name) if name in ("", ".", "..", "d", "d/", "f/", "f/x", "ld/", "none",
             "none/x", "loop/x", "d/.", "d/..", "dangling/", "l/", "shut/x") else "-")
        show(f"chmod {label}", raw("chmod", name, 0o755))
        show(f"chmod-back {label}", raw("chmod", name, 0o500) if name == "shut" else "-")
        show(f"truncate {label}", raw("truncate", name, 4) if "fifo" not in str(name) else "-")
        show(f"truncate-negative {label}", raw("truncate", name, -1))
        show(f"utimens {label}", raw("utimensat", CWD, name, 0, 0))
        show(f"utimens-nofollow {label}", raw("utimensat", CWD, name, 0, 0x100))
        show(f"utimens-bad {label}", raw("utimensat", CWD, name, 0, 0x8000))
        show(f"getxattr {label}", raw("getxattr", name, "user.none", OUT, 16))
        show(f"listxattr {label}", raw("listxattr", name, OUT, 16))
        show(f"link {label}", raw("link", name, "d"))
        show(f"link-to {label}", raw("link", "f", name) if name in ("", "f", "d", "none/x", "f/x", "l", ".") else "-")
        show(f"symlink-to {label}", raw("symlink", "t", name) if name in ("", "f", "d", "none/x", "f/x", "l", ".",
             "dangling", "d/", "loop/x") else "-")
        show(f"rename {label}", raw("rename", name, "d/e/none/none"))
        show(f"rename-to {label}", raw("rename", "f", name) if name in ("", "d", "d/", ".", "..", "f", "none/x",
             "f/x", "loop/x", "ld/") else "-")
        show(f"rename-noreplace {label}", raw("renameat2", CWD, "f", CWD, name, 1) if name in ("f", "l", "d",
             "dangling", "none/x") else "-")
        show(f"chdir {label}", raw("chdir", name) if name in ("f", "f/x", "none", "loop", "", "dangling",
             "l", "shut/x") else "-")
        show(f"exec {label}", raw("execve", name, 0, 0))


def each_name_again(label, at, name):
    """The younger calls, and flags that nobody should pass."""
    def tell(what, value):
        show(f"{what} {label}", value)
    tell("lstat", raw("lstat", name, OUT))
    for call in ("chown", "lchown"):
        tell(call, raw(call, name, -1, -1))
    for flags in (0, 0x100, 0x1000, 0x1100, 0x400, 0x8000):
        tell(f"fchownat-{flags:x}", raw("fchownat", at, name, -1, -1, flags))
        tell(f"utimensat-{flags:x}", raw("utimensat", at, name, 0, flags))
        tell(f"statx-{flags:x}", raw("statx", at, name, flags, 0x7ff, OUT))
        tell(f"fstatat-{flags:x}", raw("newfstatat", at, name, OUT, flags))
        tell(f"faccessat2-{flags:x}", raw("faccessat2", at, name, 4, flags))
        tell(f"fchmodat2-{flags:x}", raw("fchmodat2", at, name, 0o755, flags)
             if name not in ("shut",) else "-")
        tell(f"unlinkat-{flags:x}", raw("unlinkat", at, name, flags) if flags else "-")
        tell(f"linkat-{flags:x}", raw("linkat", at, name, CWD, "d", flags) if flags not in (0x1000, 0x1100) else "-")
        tell(f"execveat-{flags:x}", raw("execveat", at, name, 0, 0, flags) if flags not in (0x1000, 0x1100) and name else "-")
    tell("faccessat2-eaccess", raw("faccessat2", at, name, 1, 0x200))
    tell("utime", raw("utime", name, 0))
    tell("utimes", raw("utimes", name, 0))
    tell("futimesat", raw("futimesat", at, name, 0))
    tell("lgetxattr", raw("lgetxattr", name, "user.none", OUT, 16))
    tell("llistxattr", raw("llistxattr", name, OUT, 64))
    for flags in (0, 1, 2, 3, 4):
        tell(f"setxattr-{flags}", raw("setxattr", name, "user.x", "v", 1, flags))
    tell("setxattr-long", raw("setxattr", name, "user." + "x" * 300, "v", 1, 0))
    tell("setxattr-empty", raw("setxattr", name, "", "v", 1, 0))
    tell("setxattr-odd", raw("setxattr", name, "odd", "v", 1, 0))
    tell("setxattr-trusted", raw("setxattr", name, "trusted.x", "v", 1, 0))
    tell("getxattr-short", raw("getxattr", name, "user.x", OUT, 0))
    tell("removexattr", raw("removexattr", name, "user.x"))
    tell("removexattr again", raw("removexattr", name, "user.x"))
    tell("lremovexattr", raw("lremovexattr", name, "user.x"))
    for mode in (0, stat.S_IFDIR, stat.S_IFLNK, stat.S_IFREG | 0o644):
        tell(f"mknodat-{mode:o}", raw("mknodat", at, name, mode, 0) if name in ("f", "d", "", ".", "l", "none/x",
             "f/x", "loop", "dangling", "d/..", "ld/") else "-")
    tell("mkdirat", raw("mkdirat", at, name, 0o755) if name in ("f", "d", "", ".", "l", "none/x", "f/x") else "-")
    for flags in (os.O_CREAT | os.O_DIRECTORY, os.O_RDONLY | os.O_TRUNC | os.O_DIRECTORY, os.O_WRONLY | os.O_APPEND,
                  3, os.O_PATH | os.O_CREAT, os.O_DIRECTORY | os.O_PATH | os.O_NOFOLLOW, os.O_NOATIME,
                  os.O_RDONLY | os.O_CREAT | os.O_EXCL):
        made = flags & os.O_CREAT
        tell(f"openat-{flags:o}", fd(raw("openat", at, name, flags | os.O_NONBLOCK, 0o600))
             if not made or name in ("f", "d", "", ".", "l", "f/x", "d/", "f/", "loop", "ld/", "d/..") else "-")
    how = ctypes.create_string_buffer(24)
    for flags, mode, resolve in ((0, 0, 0), (0, 0o600, 0), (os.O_PATH, 0, 0), (1 << 40, 0, 0), (0, 0, 4), (0, 0, 2),
                                 (0, 0, 64), (os.O_PATH | os.O_NOFOLLOW, 0, 4), (os.O_WRONLY | os.O_TRUNC, 0, 4)):
        ctypes.memmove(how, flags.to_bytes(8, "little") + mode.to_bytes(8, "little") + resolve.to_bytes(8, "little"), 24)
        tell(f"openat2-{flags:o}-{mode:o}-{resolve}", fd(raw("openat2", at, name, ctypes.addressof(how), 24))
             if "fifo" not in str(name) else "-")
    tell("rename-exchange", raw("renameat2", at, name, CWD, "none", 2))
    tell("rename-both", raw("renameat2", at, name, CWD, "f", 3))
    tell("rename-flags", raw("renameat2", at, name, CWD, "none/none", 8))


def younger():
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    for name in NAMES[:41] + NAMES[-6:]:
        label = repr(name)[:40] + str(len(name))
        each_name_again(label, here, name)
    os.close(here)


def sockets():
    """Addresses of every length, family and place."""
    import socket
    import struct
    one = struct.pack("=HH4s8x", socket.AF_INET, 256, bytes((127, 0, 0, 1)))
    for label, kind in (("stream", socket.SOCK_STREAM), ("datagram", socket.SOCK_DGRAM)):
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
            for what in ("connect", "sendto"):
                for length in (0, 1, 2, 8, 15, 16, 17, 28, 110, 111, 128, 129, -1):
                    s = socket.socket(family, kind)
                    s.setblocking(False)
                    address = (one if family == socket.AF_INET else struct.pack("=H", family)) + bytes(128)
                    if family != socket.AF_INET and length > 2:
                        continue        # not among the endpoints of this table
                    if what == "connect":
                        got = raw("connect", s.fileno(), address, length)
                    else:
                        got = raw("sendto", s.fileno(), "x", 1, 0x4000, address, length)
                    show(f"{what} {label} {family} {length}", got)
                    s.close()
            s = socket.socket(family, kind)
            for place in (1, -1):
                show(f"connect fault {label} {family} {place}", raw("connect", s.fileno(), place, 16))
                show(f"bind fault {label} {family} {place}", raw("bind", s.fileno(), place, 16))
                show(f"sendto fault {label} {family} {place}", raw("sendto", s.fileno(), "x", 1, 0x4000, place, 16))
                show(f"sendmsg fault {label} {family} {place}", raw("sendmsg", s.fileno(), place, 0x4000))
                show(f"sendmmsg fault {label} {family} {place}", raw("sendmmsg", s.fileno(), place, 2, 0x4000))
            show(f"sendmmsg none {label} {family}", raw("sendmmsg", s.fileno(), 0, 0, 0x4000))
            s.close()
    for bad, at in (("closed", 200), ("negative", -1), ("file", os.open("f", os.O_RDONLY))):
        address = one + bytes(16)
        show(f"connect {bad}", raw("connect", at, address, 16))
        show(f"sendto {bad}", raw("sendto", at, "x", 1, 0, address, 16))
        show(f"sendto no address {bad}", raw("sendto", at, "x", 1, 0, 0, 0))


def others():
    """Processes, limits, memory."""
    me = os.getpid()
    # Processes outside the run are refused, whether there are any or not.
    for who in (0, me, -1):
        label = "self" if who == me else str(who)
        show(f"getpriority {label}", raw("getpriority", 0, who) if who != -1 else "-")
        show(f"prlimit {label}", raw("prlimit64", who, 7, 0, OUT))
        show(f"prlimit kind {label}", raw("prlimit64", who, 77, 0, OUT))
        show(f"pidfd_open {label}", fd(raw("pidfd_open", who, 0)))
        show(f"pidfd_open flags {label}", fd(raw("pidfd_open", who, 1)))
        show(f"kill 0 {label}", raw("kill", who, 0) if who > 0 else "-")
        show(f"kill 99 {label}", raw("kill", who, 99) if who > 0 else "-")
        show(f"tgkill {label}", raw("tgkill", me, who, 0))
        show(f"tgkill of {label}", raw("tgkill", who, me, 0))
    for cmd in range(0, 20):
        # Owners, signals and POSIX's own of later numbers are refused, whatever the descriptor.
        show(f"fcntl {cmd} closed", raw("fcntl", 200, cmd, 0) if cmd not in (8, 10, *range(11, 20)) else "-")
    show("dup3 same", raw("dup3", 0, 0, 0))
    show("dup3 flags", raw("dup3", 0, 60, 1))
    for flags in (0, 1, 2, 3, 4, 8):
        show(f"mremap {flags}", raw("mremap", 0x1000, 4096, 8192, flags, 0))


def bad_memory():
    page = 4096
    libc.mmap.restype = ctypes.c_long
    at = libc.mmap(ctypes.c_long(0), ctypes.c_long(3 * page), 3, 0x22, -1, ctypes.c_long(0))
    libc.munmap(ctypes.c_long(at + 2 * page), ctypes.c_long(page))
    edge = at + 2 * page
    for where in (1, -1, edge, 0):
        label = {1: "1", -1: "-1", edge: "unmapped", 0: "NULL"}[where]
        show(f"open at {label}", fd(raw("open", where, 0, 0)))
        show(f"stat at {label}", raw("stat", where, OUT))
        show(f"unlink at {label}", raw("unlink", where))
        show(f"rename at {label}", raw("rename", where, "f"))
        show(f"rename to {label}", raw("rename", "f", where))
        show(f"readlink at {label}", raw("readlink", where, OUT, 10))
        show(f"execve at {label}", raw("execve", where, 0, 0))
        show(f"execve argv {label}", raw("execve", "/bin/true", where, 0) if where else "-")
        show(f"stat into {label}", raw("stat", "f", where))
        show(f"deep stat into {label}", raw("stat", "d/e/f", where))
        show(f"deep readlink into {label}", raw("readlink", "d/le", where, 10))
        show(f"openat2 how {label}", fd(raw("openat2", CWD, "f", where, 24)))
        show(f"chmod at {label}", raw("chmod", where, 0))
        show(f"symlink target {label}", raw("symlink", where, "never"))
    ctypes.memmove(edge - 2, b"f\0", 2)
    show("open up to the edge", fd(raw("open", edge - 2, 0, 0)))
    ctypes.memmove(edge - 2, b"ff", 2)
    show("open over the edge", fd(raw("open", edge - 2, 0, 0)))
    ctypes.memmove(at + page - 3, b"./d/e/f\0", 8)
    show("open across pages", fd(raw("open", at + page - 3, 0, 0)))


def descriptors():
    base = os.open("d", os.O_RDONLY | os.O_DIRECTORY)
    plain = os.open("f", os.O_RDONLY)
    for label, at in (("directory", base), ("file", plain), ("closed", 200), ("negative", -7)):
        for name in ("f", "e/f", "../f", "", "none", "/etc/hostname", ".."):
            show(f"openat {label} {name}", fd(raw("openat", at, name, 0, 0)))
            show(f"fstatat {label} {name}", raw("newfstatat", at, name, OUT, 0))
            show(f"fstatat-empty {label} {name}", raw("newfstatat", at, name, OUT, 0x1000))
            show(f"statx-empty {label} {name}", raw("statx", at, name, 0x1000, 0x7ff, OUT))
            show(f"readlinkat {label} {name}", raw("readlinkat", at, name, OUT, 10))
            show(f"faccessat {label} {name}", raw("faccessat", at, name, 4))
        show(f"utimensat fd {label}", raw("utimensat", at, 0, 0, 0) if at != plain else "-")
    link = os.open("l", os.O_PATH | os.O_NOFOLLOW)
    show("readlinkat of the link itself", raw("readlinkat", link, "", OUT, 10))
    gone = os.open("gone", os.O_RDONLY | os.O_DIRECTORY) if not os.mkdir("gone") else -1
    os.rmdir("gone")
    show("openat in what is gone", fd(raw("openat", gone, "x", os.O_CREAT, 0o600)))
    show("close -1", raw("close", -1))
    show("close 300", raw("close", 300))
    show("dup2 to 300", raw("dup2", 0, 300000))
    show("close_range backwards", raw("close_range", 10, 5, 0))
    show("open with the exclusive of nothing", fd(raw("open", "made", os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o7777)))
    # Bits that make a program run as its owner are taken off, supervised.
    show("its mode", oct(stat.S_IMODE(os.stat("made").st_mode) & 0o1777))
    os.mkdir("d/e/mode", 0o7777)
    show("mode of a folder", oct(stat.S_IMODE(os.stat("d/e/mode").st_mode)))
    show("mode of a node", (raw("mknod", "d/e/node", stat.S_IFREG | 0o666, 0),
                            oct(os.stat("d/e/node").st_mode)))
    show("through a dangling link", fd(raw("open", "dangling", os.O_CREAT | os.O_WRONLY, 0o600)))
    show("where it went", os.path.exists("nowhere"))
    flags = os.open("f", os.O_RDONLY)
    import fcntl
    show("status flags", oct(fcntl.fcntl(flags, fcntl.F_GETFL)))
    show("close-on-exec", fcntl.fcntl(flags, fcntl.F_GETFD))
    show("unknown flags", fd(raw("open", "f", 1 << 30, 0)))
    # Supervised, O_TMPFILE is what few file systems have: libraries do without.
    import tempfile
    with tempfile.TemporaryFile(dir="d") as unnamed:
        unnamed.write(b"abc")
        unnamed.seek(0)
        show("a file without a name", (unnamed.read(), os.fstat(unnamed.fileno()).st_nlink, os.listdir("d")))
    show("tmpfile on a file", fd(raw("open", "f", os.O_TMPFILE | os.O_RDWR, 0o600)))
    show("write to a folder", fd(raw("open", "d", os.O_RDWR, 0)))
    show("create a folder", fd(raw("open", "d", os.O_CREAT, 0o600)))
    show("create with a slash", fd(raw("open", "no/", os.O_CREAT | os.O_WRONLY, 0o600)))


def pipes():
    r, w = os.pipe()
    os.write(w, b"abc")
    again = raw("open", f"/proc/self/fd/{r}", 0, 0)
    show("a pipe again", os.read(again, 9))
    show("stat of a pipe by name", stat.S_ISFIFO(os.stat(f"/dev/fd/{r}").st_mode))
    show("readlink of a pipe", os.readlink(f"/proc/self/fd/{r}")[:6])
    show("self", os.path.realpath("/proc/self") == f"/proc/{os.getpid()}")


def interrupted():
    """A blocking open is interrupted, and restarted where asked."""
    got = []
    signal.signal(signal.SIGALRM, lambda *a: got.append(1))
    signal.siginterrupt(signal.SIGALRM, True)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    show("interrupted open", raw("open", "fifo", os.O_RDONLY, 0))
    signal.siginterrupt(signal.SIGALRM, False)
    signal.setitimer(signal.ITIMER_REAL, 0.05)

    def later():
        time.sleep(0.15)
        os.close(os.open("fifo", os.O_WRONLY))
    helper = threading.Thread(target=later)
    helper.start()
    show("restarted open", fd(raw("open", "fifo", os.O_RDONLY, 0)))
    helper.join()
    show("signals", len(got))


def storm():
    """Registers and results under a storm of timers."""
    got = [0]

    def tick(*args):
        got[0] += 1
    for name in ("f", "d/f", "d/e/f"):
        os.chmod(name, 0o600)
        with open(name, "w") as out:
            out.write("text")
    signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    bad = 0
    end = time.monotonic() + 1.0
    # A second, and longer where others leave few turns.
    while time.monotonic() < end or got[0] <= 100 and time.monotonic() < end + 20:
        if os.stat("f").st_size != 4 or os.stat("d/e/f").st_size != 4:
            bad += 1
        with open("d/f") as f:
            bad += f.read() != "text"
        os.readlink("l")
    signal.setitimer(signal.ITIMER_REAL, 0)
    show("wrong under a storm", bad)
    show("enough of a storm", got[0] > 100)


def moving():
    """Where relative names begin: before anybody moved, and after each way to."""
    def look(label):
        show(f"from {label}", [os.path.exists(name) for name in ("here", "there", "m/there", "./m/../here")])

    open("here", "w").close()
    os.mkdir("m")
    open("m/there", "w").close()
    look("where it began")
    fd = os.open("m", os.O_RDONLY)
    mover = threading.Thread(target=os.fchdir, args=(fd,))
    mover.start()
    mover.join()
    look("where another thread went")
    os.chdir("..")
    look("above")
    if os.fork() == 0:
        os.chdir("m")
        os._exit(0 if os.path.exists("there") else 1)
    show("a child that moved", os.wait()[1])
    look("where its parent stayed")
    os.close(fd)
    os.unlink("m/there")
    os.rmdir("m")
    os.unlink("here")


def processors():
    """Which processors a task may run on, amid calls that stop it."""
    def wrong(meant):
        bad = 0
        for _ in range(300):
            os.path.exists("f")
            bad += os.sched_getaffinity(0) != meant
        return bad

    def inherited(meant):
        got = []
        for _ in range(30):
            os.path.exists("f")
            thread = threading.Thread(target=lambda: got.append(os.sched_getaffinity(0)))
            thread.start()
            thread.join()
            child = os.fork()
            if child == 0:
                os._exit(0 if os.sched_getaffinity(0) == meant else 1)
            got.append(meant if os.waitpid(child, 0)[1] == 0 else None)
        return sum(each != meant for each in got)

    all_of_them = os.sched_getaffinity(0)
    show("processors seen wrong", wrong(all_of_them))
    show("processors inherited wrong", inherited(all_of_them))
    os.sched_setaffinity(0, {max(all_of_them)})
    show("processors chosen, seen wrong", wrong({max(all_of_them)}))
    show("processors chosen, inherited wrong", inherited({max(all_of_them)}))
    os.sched_setaffinity(0, all_of_them)
    show("processors of all again, seen wrong", wrong(all_of_them))


def main():
    processors()
    moving()
    prepare()
    each_name()
    younger()
    sockets()
    others()
    bad_memory()
    descriptors()
    pipes()
    interrupted()
    storm()


if __name__ == "__main__":
    sys.exit(main())
