def bellman_ford(edges, nodes, source):
    distance = dict.fromkeys(nodes, float('inf'))
    distance[source] = 0
    for _ in range(len(nodes) - 1):
        for u, v, w in edges:
            if distance[u] + w < distance[v]:
                distance[v] = distance[u] + w
    if any(distance[u] + w < distance[v] for u, v, w in edges):
        return None
    return distance

print(bellman_ford([("s", "a", 4), ("s", "b", 3), ("b", "a", -2), ("a", "c", 1)], "sabc", "s"))
print(bellman_ford([("x", "y", -1), ("y", "x", -1)], "xy", "x"))
