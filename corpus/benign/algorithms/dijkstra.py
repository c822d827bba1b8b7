import heapq
from typing import Dict, List, Tuple

Graph = Dict[str, List[Tuple[str, int]]]


def dijkstra(graph: Graph, start: str) -> Tuple[Dict[str, int], Dict[str, str]]:
    dist = {start: 0}
    prev: Dict[str, str] = {}
    queue = [(0, start)]
    while queue:
        d, node = heapq.heappop(queue)
        if d > dist.get(node, float("inf")):
            continue
        for neighbour, weight in graph.get(node, []):
            nd = d + weight
            if nd < dist.get(neighbour, float("inf")):
                dist[neighbour] = nd
                prev[neighbour] = node
                heapq.heappush(queue, (nd, neighbour))
    return dist, prev


def path(prev: Dict[str, str], end: str) -> List[str]:
    out = [end]
    while out[-1] in prev:
        out.append(prev[out[-1]])
    return out[::-1]


g: Graph = {"A": [("B", 4), ("C", 1)], "C": [("B", 2), ("D", 7)], "B": [("D", 1)], "D": []}
dist, prev = dijkstra(g, "A")
print(dist, "->".join(path(prev, "D")))
