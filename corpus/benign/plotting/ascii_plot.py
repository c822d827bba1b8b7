import math

def plot(f, x0, x1, width=60, height=15):
    ys = [f(x0 + (x1 - x0) * i / (width - 1)) for i in range(width)]
    lo, hi = min(ys), max(ys)
    grid = [[" "] * width for _ in range(height)]
    for i, y in enumerate(ys):
        row = round((hi - y) / (hi - lo) * (height - 1))
        grid[row][i] = "*"
    return "\n".join("".join(r).rstrip() for r in grid)

print(plot(math.sin, 0, 2 * math.pi))
