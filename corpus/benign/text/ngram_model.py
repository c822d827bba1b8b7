import random
from collections import defaultdict

corpus = "the sea was calm and the sky was clear and the ship was slow and the crew was glad".split()
model = defaultdict(list)
for a, b in zip(corpus, corpus[1:]):
    model[a].append(b)
random.seed(3)
word, out = "the", ["the"]
for _ in range(12):
    options = model.get(word)
    if not options:
        break
    word = random.choice(options)
    out.append(word)
print(" ".join(out))
