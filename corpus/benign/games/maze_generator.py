import random

def maze(w, h, seed=1):
    rng = random.Random(seed)
    cells = [["#"] * (2 * w + 1) for _ in range(2 * h + 1)]
    stack, seen = [(0, 0)], {(0, 0)}
    cells[1][1] = " "
    while stack:
        x, y = stack[-1]
        options = [(dx, dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
                   if 0 <= x + dx < w and 0 <= y + dy < h and (x + dx, y + dy) not in seen]
        if not options:
            stack.pop()
            continue
        dx, dy = rng.choice(options)
        cells[2 * y + 1 + dy][2 * x + 1 + dx] = " "
        cells[2 * (y + dy) + 1][2 * (x + dx) + 1] = " "
        seen.add((x + dx, y + dy))
        stack.append((x + dx, y + dy))
    return "\n".join(map("".join, cells))

print(maze(12, 5))
