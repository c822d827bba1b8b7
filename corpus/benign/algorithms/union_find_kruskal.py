class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.rank = [0] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        self.rank[a] += self.rank[a] == self.rank[b]
        return True

edges = [(7, 0, 1), (5, 1, 2), (8, 0, 2), (9, 1, 3), (7, 2, 4), (5, 3, 4)]
uf = UnionFind(5)
tree = [(w, a, b) for w, a, b in sorted(edges) if uf.union(a, b)]
print(sum(w for w, *_ in tree), tree)
