"""Interpreters that lie about themselves, and threads that run no Python.

Each case makes its own state worse through ctypes, then makes a call that is
denied: the denial is recorded, its place is unknown and why, and nothing hangs.
"""
import pathlib
import platform
import time

from harness import PYTHON, Skip, equal, quiet, stdout, test

# CPython 3.11, as supervisor/evidence/pylayout.c has it.
HEAD = """
import ctypes, os, sys
def poke(address, value): ctypes.c_uint64.from_address(address).value = value
def peek(address): return ctypes.c_uint64.from_address(address).value
def denied():
    try: os.open("/root/not-for-you", 0)
    except OSError: pass
    os.write(1, b"told")
    os._exit(0)
# Of the caller's caller, which is never returned to.
def frame(): return peek(id(sys._getframe(2)) + 24)
def code(): return id(sys._getframe(2).f_code)
get = ctypes.pythonapi.PyThreadState_Get
get.restype = ctypes.c_uint64
"""

LIES = {
    "a frame before itself":        "f = frame(); poke(f + 48, f)",
    "two frames before each other": "def g(f):\n    h = frame(); poke(h + 48, f); poke(f + 48, h); denied()\ng(frame())",
    "a frame nowhere":              "poke(frame() + 48, 0x10)",
    "a frame in the guard":         "poke(frame() + 48, 0x100000000000)",
    "a frame beyond all memory":    "poke(frame() + 48, 0xfffffffffffff000)",
    "a frame across a page's end":  "import mmap; m = mmap.mmap(-1, 4096); poke(frame() + 48, "
                                    "ctypes.addressof(ctypes.c_char.from_buffer(m)) + 4096 - 20)",
    "code that is none":            "poke(frame() + 32, id(7))",
    "code nowhere":                 "poke(frame() + 32, 8)",
    "a file name that is a number": "poke(code() + 112, id(7))",
    "a name that is bytes":         "poke(code() + 128, id(b'abc'))",
    "a giant name":                 "poke(peek(code() + 112) + 16, 1 << 40)",
    "a long name":                  "n = 'x' * 100000; poke(code() + 128, id(n))",
    "a name of no kind":            "n = 'name of no kind'; poke(id(n) + 32, 0xff); poke(code() + 128, id(n))",
    "a line table of terabytes":    "poke(peek(code() + 136) + 16, 1 << 42)",
    "a line table below nothing":   "poke(peek(code() + 136) + 16, (1 << 64) - 1)",
    "a line table elsewhere":       "poke(code() + 136, 0xdead0000)",
    "threads in a circle":          "t = get(); poke(t + 8, t)",
    "a thread list that leads off": "poke(get() + 8, 0x1234567)",
    "no frame at all":              "poke(get() + 56, 0)",
    "a cframe nowhere":             "poke(get() + 56, 0x1000)",
    "another thread's number":      "poke(get() + 152, 1)",
}

# Whatever the table says, some line is given or none; but nothing worse.
GARBAGE = {
    "ones":     "b'\\xff' * 200",
    "zeros":    "bytes(200)",
    "long":     "b'\\xf0' + b'\\x7f' * 199",
    "cut":      "b'\\xf0'",
    "random":   "os.urandom(4096)",
    "many":     "os.urandom(1 << 20)",
}


def places(got):
    return [v for v in got.doc["violations"] if v["arguments"].get("path") == "/root/not-for-you"]


def needs_311():
    if not platform.python_version().startswith("3.11."):
        raise Skip("the offsets here are those of CPython 3.11")


@test
def lies_are_unknown_and_why(box):
    needs_311()
    for name, lie in LIES.items():
        start = time.monotonic()
        got = box.script(HEAD + f"def main():\n    " + lie.replace("\n", "\n    ") + "\n    denied()\ndef outer(): main()\nouter()\n")
        took = time.monotonic() - start
        equal((got.doc["status"], stdout(got)), ("completed", "told"), (name, got))
        place, = places(got)
        assert place["python"] == [] and len(place["python_why"]) > 10, (name, place)
        assert took < 20, (name, took)


@test
def line_tables_of_garbage_give_some_line_or_none(box):
    needs_311()
    for name, table in GARBAGE.items():
        got = box.script(HEAD + f"def main():\n    t = {table}; poke(code() + 136, id(t)); denied()\ndef outer(): main()\nouter()\n")
        equal((got.doc["status"], stdout(got)), ("completed", "told"), (name, got))
        place, = places(got)
        assert place["python"] or place["python_why"], (name, place)


@test
def a_thread_without_python_is_unknown(box):
    text = """
import ctypes, os
libc = ctypes.CDLL(None)
t = ctypes.c_uint64()
libc.pthread_create(ctypes.byref(t), None, libc.chroot, b"/")
libc.pthread_join(t, None)
print("joined")
"""
    got = box.script(text)
    equal(stdout(got), "joined\n", got)
    place, = [v for v in got.doc["violations"] if v["syscall"] == "chroot"]
    assert place["python"] == [] and "native thread" in place["python_why"], place
    assert place["native"], place


@test
def start_up_is_unknown(box):
    got = box.json("exec", "--env", "PYTHONHOME=/root/not-for-you", "--", PYTHON, "-c", "1")
    assert got.doc["violations"], got
    for place in got.doc["violations"]:
        assert place["python"] == [] and ("start-up" in place["python_why"] or "no " in place["python_why"]), place


@test
def a_program_named_like_python_is_unknown(box):
    fake = box.path("notpython3.11", pathlib.Path("/bin/cat").read_bytes())
    (box.dir / "notpython3.11").chmod(0o755)
    got = box.json("exec", "--", fake, "/root/not-for-you")
    place, = places(got)
    assert place["python"] == [] and "no CPython" in place["python_why"], place


@test
@quiet
def hundreds_of_lies_do_not_hold_a_run_up(box):
    needs_311()
    text = HEAD + """
def main(n):
    f = frame(); poke(f + 48, f)
    for i in range(300):
        try: os.open("/root/not-for-you%d" % i, 0)
        except OSError: pass
    os.write(1, b"told")
    os._exit(0)
def outer(): main(1)
outer()
"""
    start = time.monotonic()
    got = box.script(text)
    equal((got.doc["status"], stdout(got)), ("completed", "told"), got)
    assert time.monotonic() - start < 30
    equal(sum(v["count"] for v in got.doc["violations"] if v["rule"] == "R236"), 300)
