def even(n):
    return True if n == 0 else lambda: odd(n - 1)


def odd(n):
    return False if n == 0 else lambda: even(n - 1)


def run(step):
    while callable(step):
        step = step()
    return step


print(run(even(6)), run(odd(-3)))
