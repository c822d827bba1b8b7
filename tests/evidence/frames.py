"""Calls probe() from every kind of place; the tracer compares what it reads.

probe() prints the true stack, innermost first, then makes a system call that
the tracer stops at. Runs on CPython 3.7 to 3.13.
"""
import asyncio
import os
import sys
import threading

TRUTH = int(sys.argv[1])


def name_of(code):
    return getattr(code, "co_qualname", code.co_name)


def probe(*_):
    frame = sys._getframe()
    lines = []
    line = frame.f_code.co_firstlineno + 9
    while frame is not None:
        lines.append("%s:%d:%s\n" % (frame.f_code.co_filename, line, name_of(frame.f_code)))
        frame = frame.f_back
        line = frame.f_lineno if frame is not None else 0
    os.write(TRUTH, ("".join(lines) + "END\n").encode("utf-8", "surrogateescape"))
    try: os.getsid(424242)
    except OSError: pass
    return 0


def nested():
    def inner():
        def innermost():
            probe()
        innermost()
    inner()


def generator():
    probe()
    yield 1
    yield from (probe() or n for n in range(2))


def recursion(depth):
    if depth == 0:
        probe()
    else:
        recursion(depth - 1)


class Meta(type):
    def __new__(mcs, name, bases, space):
        probe()
        return super().__new__(mcs, name, bases, space)


class Thing(metaclass=Meta):
    probe()

    def __del__(self):
        probe()

    @property
    def value(self):
        return probe()

    @staticmethod
    def static(x=probe()):
        return probe(x)

    def __enter__(self):
        probe()

    def __exit__(self, *args):
        probe()


def decorate(function):
    probe()
    return lambda *a: (probe(), function(*a))


@decorate
def decorated(a,
              b=None):
    return [
        a,
        probe(
            b
        ),
    ]


async def coroutine():
    probe()
    await asyncio.sleep(0)
    probe()


probe()
nested()
list(generator())
[probe() for _ in range(2)]
{probe(): probe() for _ in range(1)}
sorted([3, 1, 2], key=probe)
sorted([3, 1, 2], key=lambda x: probe(x))
list(map(probe, [1]))
max([1, 2], key=lambda v: (
    v,
    probe(),
))
recursion(200)
thing = Thing()
thing.value
Thing.static()
with thing:
    probe()
decorated(1)
del thing
loop = asyncio.new_event_loop()
loop.run_until_complete(coroutine())
loop.close()
try:
    raise ValueError
except ValueError:
    probe()
finally:
    probe()
exec(compile("\n\n\ndef far():\n    here()\nfar()\n", "other file\t\u00e9\udcff.py", "exec"), {"here": probe})
exec(compile("\n" * 110000 + "here()\n", "long.py", "exec"), {"here": probe})
thread = threading.Thread(target=nested)
thread.start()
thread.join()
pid = os.fork()
if pid == 0:
    nested()
    os._exit(0)
os.waitpid(pid, 0)
