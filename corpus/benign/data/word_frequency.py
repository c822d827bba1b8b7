import re
from collections import Counter

TEXT = """The quick brown fox jumps over the lazy dog. The dog sleeps;
the fox runs on. Nobody saw the fox again."""
STOP = {"the", "on", "a", "over"}
words = [w for w in re.findall(r"[a-z']+", TEXT.lower()) if w not in STOP]
freq = Counter(words)
for word, n in freq.most_common(5):
    print(f"{word:<10}{n:>3} {'*' * n}")
