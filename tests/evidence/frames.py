"""Calls probe() from every kind of place; the tracer compares what it reads.

probe() prints the true stack, innermost first, then makes a system call that
the tracer stops at. Runs on CPython 3.7 to 3.13.
"""
import asyncio
import contextlib
import functools
import os
import re
import signal
import sys
import threading
import weakref

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
re.sub("a", lambda m: str(probe(m)), "aa")
re.sub("(a)(b)",
       lambda m: str(probe(m)), "ab")
functools.reduce(lambda a, b: probe(a, b), [1, 2, 3])
functools.partial(nested)()
sorted([2, 1], key=functools.cmp_to_key(probe))
list(filter(probe, [1]))
sum(probe(n) for n in range(2))
any(probe(n)
    for n in range(2))
eval("probe()")
eval("[probe() for _ in (1,)]")
tuple({n: probe() for n in {1}}.items())


class Hooks:
    def __getattr__(self, name):
        return probe(name)

    def __eq__(self, other):
        probe(other)
        return True

    def __hash__(self):
        return probe()

    def __format__(self, spec):
        return str(probe(spec))

    def __iter__(self):
        yield probe()

    def __call__(self, *a, **k):
        return probe(*a)

    def __lt__(self, other):
        return bool(probe(other))


hooks = Hooks()
hooks.missing
hooks in [Hooks()]
{hooks: 1}
"{0}".format(hooks)
f"{hooks:x}"
[*hooks]
hooks(1, *[2], **{"k": 3})
sorted([hooks, Hooks()])


@contextlib.contextmanager
def managed():
    probe()
    try:
        yield probe()
    finally:
        probe()


with managed(), managed():
    probe()


def closes():
    try:
        yield 1
    finally:
        probe()


g = closes()
next(g)
g.close()
g = closes()
next(g)
try: g.throw(KeyError)
except KeyError: probe()


class Away:
    pass


away = Away()
weakref.finalize(away, probe)
del away


async def each():
    for n in range(2):
        probe()
        yield n


class Entered:
    async def __aenter__(self):
        probe()

    async def __aexit__(self, *a):
        probe()


async def walks():
    async with Entered():
        async for n in each():
            probe(n)
    return [probe(n) async for n in each()]


async def together():
    await asyncio.gather(coroutine(), walks())


loop = asyncio.new_event_loop()
loop.run_until_complete(together())
loop.close()

signal.signal(signal.SIGUSR1, probe)
os.kill(os.getpid(), signal.SIGUSR1)
try:
    try:
        raise KeyError(probe())
    except KeyError as e:
        raise ValueError(probe()) from e
    finally:
        probe()
except ValueError:
    pass
for attempt in (1, 2):
    if attempt == 2: break
else:
    probe()
while True:
    probe(); break


def traced(frame, event, arg):
    if frame.f_code.co_name == "plain":
        probe()
    return None


def plain():
    return 1


sys.settrace(traced)
plain()
sys.settrace(None)
try:
    import ctypes
    COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    back = COMPARE(lambda a, b: probe())
    numbers = (ctypes.c_int * 2)(2, 1)
    ctypes.CDLL(None).qsort(numbers, 2, 4, back)
except ImportError:
    probe()
pool = [threading.Thread(target=lambda: sorted([1, 2], key=probe)) for _ in range(3)]
for one in pool:
    one.start()
    one.join()
thread = threading.Thread(target=nested)
thread.start()
thread.join()
pid = os.fork()
if pid == 0:
    nested()
    inner = threading.Thread(target=nested)
    inner.start()
    inner.join()
    if os.fork() == 0:
        probe()
        os._exit(0)
    os.wait()
    os._exit(0)
os.waitpid(pid, 0)
