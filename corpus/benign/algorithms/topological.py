from collections import defaultdict, deque

def topo(edges):
    graph, indegree = defaultdict(list), defaultdict(int)
    nodes = set()
    for a, b in edges:
        graph[a].append(b)
        indegree[b] += 1
        nodes |= {a, b}
    queue = deque(sorted(n for n in nodes if not indegree[n]))
    order = []
    while queue:
        n = queue.popleft()
        order.append(n)
        for m in graph[n]:
            indegree[m] -= 1
            if not indegree[m]:
                queue.append(m)
    if len(order) != len(nodes):
        raise ValueError("cycle")
    return order

print(topo([("shirt", "tie"), ("tie", "jacket"), ("trousers", "shoes"), ("trousers", "belt"), ("belt", "jacket")]))
try:
    topo([("a", "b"), ("b", "a")])
except ValueError as e:
    print("error:", e)
