RULE = 30
width = 61
row = [0] * width
row[width // 2] = 1
for _ in range(20):
    print("".join("█" if c else " " for c in row))
    row = [RULE >> (row[i - 1] << 2 | row[i] << 1 | row[(i + 1) % width]) & 1 for i in range(width)]
