import contextlib

@contextlib.contextmanager
def ctx():
    yield 1

print(ctx().gen.gi_frame.f_globals)
