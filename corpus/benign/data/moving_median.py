from collections import deque
from statistics import median

def moving_median(values, width):
    window = deque(maxlen=width)
    for value in values:
        window.append(value)
        if len(window) == width:
            yield median(window)

noisy = [1, 2, 100, 3, 4, 5, -50, 6, 7]
print(list(moving_median(noisy, 3)))
