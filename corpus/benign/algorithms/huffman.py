import heapq
from collections import Counter
from itertools import count

def huffman(text):
    tick = count()
    heap = [(n, next(tick), c) for c, n in Counter(text).items()]
    heapq.heapify(heap)
    while len(heap) > 1:
        n1, _, a = heapq.heappop(heap)
        n2, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (n1 + n2, next(tick), (a, b)))
    codes = {}

    def walk(node, prefix):
        if isinstance(node, str):
            codes[node] = prefix or "0"
        else:
            walk(node[0], prefix + "0")
            walk(node[1], prefix + "1")
    walk(heap[0][2], "")
    return codes

text = "abracadabra"
codes = huffman(text)
encoded = "".join(codes[c] for c in text)
back = {v: k for k, v in codes.items()}
out, buf = "", ""
for bit in encoded:
    buf += bit
    if buf in back:
        out += back[buf]
        buf = ""
assert out == text
print(len(encoded), "bits instead of", 8 * len(text))
