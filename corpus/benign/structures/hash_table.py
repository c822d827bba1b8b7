class HashTable:
    def __init__(self, size=8):
        self.buckets = [[] for _ in range(size)]
        self.count = 0

    def _bucket(self, key):
        return self.buckets[hash(key) % len(self.buckets)]

    def __setitem__(self, key, value):
        bucket = self._bucket(key)
        for i, (k, _) in enumerate(bucket):
            if k == key:
                bucket[i] = (key, value)
                return
        bucket.append((key, value))
        self.count += 1
        if self.count > 2 * len(self.buckets):
            self._grow()

    def __getitem__(self, key):
        for k, v in self._bucket(key):
            if k == key:
                return v
        raise KeyError(key)

    def __delitem__(self, key):
        bucket = self._bucket(key)
        bucket[:] = [(k, v) for k, v in bucket if k != key]
        self.count -= 1

    def _grow(self):
        old = [pair for b in self.buckets for pair in b]
        self.buckets = [[] for _ in range(2 * len(self.buckets))]
        self.count = 0
        for k, v in old:
            self[k] = v

t = HashTable()
for i in range(40):
    t[f"k{i}"] = i * i
del t["k3"]
print(t["k7"], t.count, len(t.buckets))
try:
    t["k3"]
except KeyError as e:
    print("missing", e)
