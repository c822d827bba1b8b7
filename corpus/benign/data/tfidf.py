import math
from collections import Counter

docs = ["the cat sat on the mat", "the dog sat on the log", "cats and dogs are pets"]
tokens = [d.split() for d in docs]
df = Counter(w for t in tokens for w in set(t))

def tfidf(t):
    tf = Counter(t)
    return {w: (n / len(t)) * math.log(len(docs) / df[w]) for w, n in tf.items()}

for d, t in zip(docs, tokens):
    top = sorted(tfidf(t).items(), key=lambda kv: (-kv[1], kv[0]))[:2]
    print(d, "=>", [(w, round(s, 3)) for w, s in top])
