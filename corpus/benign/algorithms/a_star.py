import heapq

def a_star(grid, start, goal):
    def h(p):
        return abs(p[0] - goal[0]) + abs(p[1] - goal[1])
    open_set = [(h(start), 0, start)]
    came = {}
    cost = {start: 0}
    while open_set:
        _, g, cur = heapq.heappop(open_set)
        if cur == goal:
            out = [cur]
            while cur in came:
                cur = came[cur]
                out.append(cur)
            return out[::-1]
        for dx, dy in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            nxt = (cur[0] + dx, cur[1] + dy)
            if nxt not in grid or g + grid[nxt] >= cost.get(nxt, 1e9):
                continue
            cost[nxt] = g + grid[nxt]
            came[nxt] = cur
            heapq.heappush(open_set, (cost[nxt] + h(nxt), cost[nxt], nxt))
    return None

grid = {(x, y): 1 + (x * y) % 3 for x in range(6) for y in range(6) if (x, y) not in {(2, 1), (2, 2), (2, 3)}}
print(a_star(grid, (0, 0), (5, 5)))
