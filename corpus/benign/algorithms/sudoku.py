PUZZLE = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""

def parse(text):
    return [[int(c) if c != "." else 0 for c in line] for line in text.split()]

def candidates(b, r, c):
    used = set(b[r]) | {b[i][c] for i in range(9)}
    r0, c0 = 3 * (r // 3), 3 * (c // 3)
    used |= {b[i][j] for i in range(r0, r0 + 3) for j in range(c0, c0 + 3)}
    return [d for d in range(1, 10) if d not in used]

def solve(b):
    best = None
    for r in range(9):
        for c in range(9):
            if b[r][c] == 0:
                opts = candidates(b, r, c)
                if best is None or len(opts) < len(best[2]):
                    best = (r, c, opts)
    if best is None:
        return True
    r, c, opts = best
    for d in opts:
        b[r][c] = d
        if solve(b):
            return True
    b[r][c] = 0
    return False

board = parse(PUZZLE)
print(solve(board))
print("\n".join("".join(map(str, row)) for row in board))
