# Runs the cells of a session, one after another as they come, in one namespace.
# Compiled into the program. It is trusted with nothing: whoever says in its
# stead that a cell is over ends that cell early. `later` and `run` are the
# bootstrap's.
import linecache
import os
import posix
import signal
import sys

END = 0x7fffffff        # see tracer/loop.h: who stands still behind it
HEAD = 128              # see session/room.h


# A session's own state: is there a cell, so that an interrupt is for it?
class Busy:
    cell = early = False


def on_interrupt(_, frame):
    Busy.early = True
    if Busy.cell:
        raise KeyboardInterrupt


def read_at(fd, size, at):
    data = b""
    while len(data) < size:
        more = posix.pread(fd, size - len(data), at + len(data))
        if not more:
            break
        data += more
    return data


# The next cell: is its context to begin anew; its environment, the names of the
# context and of itself, its code.
def receive(fd):
    line, _, _ = read_at(fd, HEAD, 0).partition(b"\n")
    _, _, _, fresh, *sizes = map(int, line[1:].split())
    data, parts = read_at(fd, sum(sizes), len(line) + 1), []
    for size in sizes:
        parts.append(data[:size])
        data = data[size:]
    env, context, name, source = parts
    pairs = [pair.partition(b"=") for pair in env.split(b"\0")[:-1]]
    return (fresh, {pair[0]: pair[2] for pair in pairs}, context,
            name[:-1].decode("utf-8", "surrogateescape"), source)


# The namespace of a context, and what imports and pickles call it.
def enter(spaces, context, fresh):
    if fresh or context not in spaces:
        main = spaces[context] = type(sys)("__main__")
        main.__dict__["__builtins__"] = sys.modules["builtins"]
    sys.modules["__main__"] = spaces[context]
    return spaces[context].__dict__


# For tracebacks, and for inspect.getsource.
def show_lines(name, source):
    try:
        text = sys.modules["_frozen_importlib_external"].decode_source(source)
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    except Exception:
        pass


def run_cell(fd, source, name, space):
    try:
        Busy.cell = True
        # One that came before: its signal may have been taken for a late one.
        if Busy.early or read_at(fd, 1, 0) == b"!":
            raise KeyboardInterrupt
        return run(source, name, space, later)
    except KeyboardInterrupt as error:
        Busy.cell = False
        later.tell(KeyboardInterrupt, error, None)
        return -2
    except SystemExit as error:
        code = error.code
        if code is None or isinstance(code, int):
            return (code or 0) & 0xff
        print(code, file=sys.stderr)
        return 1
    finally:
        Busy.cell = False


# What is printed is there when a cell is over; then all stands still.
def end(value):
    for out in sys.stdout, sys.stderr:
        try:
            out.flush()
        except Exception:
            pass
    posix.kill(END, value)


def drive(fd, folder):
    texts, given, value = [], os.environb, 0
    signal.signal(signal.SIGINT, on_interrupt)
    signal.set_wakeup_fd(-1)
    later.offer_shim({}, texts)
    later.flags = 0x2000        # PyCF_ALLOW_TOP_LEVEL_AWAIT
    sys.modules["builtins"].display = later.display
    spaces = {}
    while True:
        end(value)
        # One that came too late for the last cell is not for this one.
        Busy.early, value = False, 1
        fresh, env, context, name, source = receive(fd)
        space = enter(spaces, context, fresh)
        texts[:] = [source]
        finder = sys.path_importer_cache.get(folder)
        if finder is not None:
            finder.invalidate_caches()
        show_lines(name, source)
        before = {key: given.get(key) for key in env}
        given.update(env)
        try:
            value = run_cell(fd, source, name, space)
        except BaseException:
            pass
        if value < 0:
            value = 130
        for key, was in before.items():
            if was is not None:
                given[key] = was
            else:
                given.pop(key, None)
