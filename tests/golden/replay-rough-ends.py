import random


def euler(f, y, end, h):
    t = 0.0
    while t < end:
        y += h * f(t, y)
        t += h
    return y


print(euler(lambda t, y: -2 * y, 1.0, 1.0, 0.1))
x = 0.0
while x != 1.0:
    x += 0.125
total = 0.0
while total < 5:
    total += random.random()
guess = 1.0
while abs(guess * guess - 2) > 1e-10:
    guess = (guess + 2 / guess) / 2
step = 1.0
while step > 0:
    step /= 2
