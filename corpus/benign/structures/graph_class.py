from collections import defaultdict


class Graph:
    """Undirected graph with adjacency sets."""

    def __init__(self):
        self._adj = defaultdict(set)

    def add_edge(self, a, b):
        self._adj[a].add(b)
        self._adj[b].add(a)

    def neighbours(self, node):
        return sorted(self._adj[node])

    def dfs(self, start):
        seen, stack = [], [start]
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.append(node)
                stack.extend(reversed(self.neighbours(node)))
        return seen

    def components(self):
        left, out = set(self._adj), []
        while left:
            part = set(self.dfs(min(left)))
            out.append(sorted(part))
            left -= part
        return out


g = Graph()
for a, b in [(1, 2), (2, 3), (4, 5), (6, 6)]:
    g.add_edge(a, b)
print(g.dfs(1), g.components())
