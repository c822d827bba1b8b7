"""Kill a program before its N-th system call that changes or opens a file.

What is on the disk changes at such calls only: a kill before each of them is a
kill at each instruction between two.
"""
import ctypes
import os
import platform
import signal
import struct

TRACEME, SYSCALL, SETOPTIONS, GET_SYSCALL_INFO = 0, 24, 0x4200, 0x420e
SYSGOOD, EXITKILL = 1, 0x100000
ENTRY = 1
NUMBERS = {
    "x86_64": {1: "write", 18: "pwrite64", 74: "fsync", 75: "fdatasync", 77: "ftruncate", 83: "mkdir", 91: "fchmod",
               257: "openat", 258: "mkdirat", 263: "unlinkat", 264: "renameat", 265: "linkat", 280: "utimensat",
               285: "fallocate", 316: "renameat2"},
    "aarch64": {64: "write", 68: "pwrite64", 82: "fsync", 83: "fdatasync", 46: "ftruncate", 52: "fchmod",
                56: "openat", 34: "mkdirat", 35: "unlinkat", 38: "renameat", 37: "linkat", 88: "utimensat",
                47: "fallocate", 276: "renameat2"},
}.get(platform.machine())
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


class Unsupported(Exception):
    pass


def ptrace(request, pid, addr=0, data=0):
    r = libc.ptrace(request, pid, addr, data)
    if r < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return r


def start(argv, env, stdout):
    pid = os.fork()
    if pid == 0:
        try:
            os.dup2(stdout, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            ptrace(TRACEME, 0)
            os.execve(argv[0], argv, env)
        finally:
            os._exit(99)
    return pid


def run(argv, env, at):
    """Returns (the call before which it was killed or None, what it had written to standard output)."""
    if NUMBERS is None:
        raise Unsupported(platform.machine())
    read, stdout = os.pipe()
    pid = start([str(word) for word in argv], env, stdout)
    os.close(stdout)
    died = None
    info = ctypes.create_string_buffer(88)
    _, status = os.waitpid(pid, 0)          # at its exec
    ptrace(SETOPTIONS, pid, 0, SYSGOOD | EXITKILL)
    pass_on = 0
    while True:
        ptrace(SYSCALL, pid, 0, pass_on)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            break
        pass_on = 0
        if os.WSTOPSIG(status) != signal.SIGTRAP | 0x80:
            pass_on = os.WSTOPSIG(status)
            continue
        ptrace(GET_SYSCALL_INFO, pid, len(info), ctypes.addressof(info))
        name = NUMBERS.get(struct.unpack_from("Q", info.raw, 24)[0])
        if info.raw[0] != ENTRY or name is None:
            continue
        if at == 0:
            died = name
            os.kill(pid, signal.SIGKILL)
            continue_until_dead(pid)
            break
        at -= 1
    with open(read, "rb") as out:
        return died, out.read()


def continue_until_dead(pid):
    while True:
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            return
