from collections import Counter
import re

BOOK = "the quick brown fox likes the quiet brown river and the river likes the fox"
WORDS = Counter(re.findall(r"\w+", BOOK))

def edits(word):
    letters = "abcdefghijklmnopqrstuvwxyz"
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    deletes = [a + b[1:] for a, b in splits if b]
    swaps = [a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1]
    changes = [a + c + b[1:] for a, b in splits if b for c in letters]
    inserts = [a + c + b for a, b in splits for c in letters]
    return set(deletes + swaps + changes + inserts)

def correct(word):
    options = [w for w in edits(word) if w in WORDS] if word not in WORDS else [word]
    return max(options or [word], key=lambda w: (WORDS[w], w))

print([correct(w) for w in ["teh", "bown", "foxx", "rivr", "zzz"]])
