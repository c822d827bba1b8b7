try:
    int("x")
except ValueError as e:
    print(e.with_traceback(None))
