from collections import deque

MAZE = [
    "S.#.....",
    "..#.###.",
    ".##.#...",
    "......#E",
]

def find(ch):
    for r, row in enumerate(MAZE):
        if ch in row:
            return r, row.index(ch)

def shortest():
    start, end = find("S"), find("E")
    seen = {start: None}
    q = deque([start])
    while q:
        cur = q.popleft()
        if cur == end:
            break
        r, c = cur
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nxt = r + dr, c + dc
            if 0 <= nxt[0] < len(MAZE) and 0 <= nxt[1] < len(MAZE[0]) and MAZE[nxt[0]][nxt[1]] != "#" and nxt not in seen:
                seen[nxt] = cur
                q.append(nxt)
    steps, cur = [], end
    while cur:
        steps.append(cur)
        cur = seen[cur]
    return steps[::-1]

route = shortest()
grid = [list(row) for row in MAZE]
for r, c in route[1:-1]:
    grid[r][c] = "*"
print("\n".join("".join(row) for row in grid))
print(len(route) - 1, "steps")
