import contextlib
import io

with contextlib.suppress(ZeroDivisionError):
    1 / 0
buffer = io.StringIO()
with contextlib.redirect_stdout(buffer):
    print("captured")
print(repr(buffer.getvalue()))

@contextlib.contextmanager
def indent(level):
    yield " " * level

with contextlib.ExitStack() as stack:
    pads = [stack.enter_context(indent(i)) for i in (2, 4)]
    stack.callback(print, "closed")
    print(pads)
with contextlib.nullcontext(5) as five:
    print(five)
with contextlib.closing(io.StringIO("x")) as f:
    print(f.read())
