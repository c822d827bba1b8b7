import random

memo = {}
lo, hi = 0, 64
while lo < hi:
    mid = (lo + hi) // 2
    if mid * mid < 50:
        lo = mid + 1
    else:
        hi = mid

n = 27
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1

state = "idle"
tries = 0
while state != "done":
    if state == "idle":
        state = "tries"
    elif random.random() < 0.1:
        state = "done"
    else:
        state, tries = "idle", tries + 1


def fib(n):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]


def deref(tag):
    while True:
        try:
            tag = tag.object
        except AttributeError:
            break
    return tag


class Job:
    def __init__(self):
        self.done = False

    def wait(self):
        while not self.done:
            self.step()

    def step(self):
        self.done = True


def newton(x, tolerance=1e-9):
    while abs(x * x - 2) > tolerance:
        x = x - (x * x - 2) / (2 * x)
    return x


print(fib(300), newton(1.0))
