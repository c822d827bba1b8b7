# A power of an array is one of the same length; a list has none.
import numpy as np


def mandelbrot(rounds, threshold):
    x = np.linspace(-2, 1, 601)
    c = x[:, np.newaxis] + 1j * x[np.newaxis, :]
    z = c
    for _ in range(rounds):
        z = z**2 + c
    return abs(z) < threshold


print(mandelbrot(50, 50.0).sum())
