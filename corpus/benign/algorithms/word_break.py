from functools import cache

WORDS = {"cat", "cats", "and", "sand", "dog"}

@cache
def breaks(text):
    if not text:
        return [[]]
    return [[text[:i]] + rest for i in range(1, len(text) + 1) if text[:i] in WORDS for rest in breaks(text[i:])]

for words in breaks("catsanddog"):
    print(" ".join(words))
