import contextlib
while True:
    with contextlib.suppress(Exception):
        1 / 0
