def step(cells):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    key = (x + dx, y + dy)
                    counts[key] = counts.get(key, 0) + 1
    return {c for c, n in counts.items() if n == 3 or n == 2 and c in cells}

glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
for generation in range(5):
    print("generation", generation)
    for y in range(6):
        print("".join("#" if (x, y) in glider else "." for x in range(6)))
    glider = step(glider)
