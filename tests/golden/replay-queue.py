from collections import deque

ROADS = {"a": ["b", "c"], "b": ["a"], "c": ["a"], "d": []}


def hops(start, goal):
    queue = deque([(start, 0)])
    while queue:
        town, distance = queue.popleft()
        if town == goal:
            return distance
        for other in ROADS[town]:
            queue.append((other, distance + 1))
    return None


print(hops("a", "c"))
print(hops("a", "d"))
