import sys
import string
import textwrap
import unicodedata
from collections import Counter
from difflib import SequenceMatcher, unified_diff

TEXT = """It was a bright cold day in April, and the clocks were striking thirteen.
The hallway smelt of boiled cabbage and old rag mats. Café naïve résumé."""


def normalize(s):
    s = unicodedata.normalize("NFKD", s)
    return "".join(c for c in s if not unicodedata.combining(c)).lower()


def tokenize(s):
    table = str.maketrans("", "", string.punctuation)
    return normalize(s).translate(table).split()


words = tokenize(TEXT)
freq = Counter(words)
bigrams = Counter(zip(words, words[1:]))
width = max(map(len, freq))
for w, c in freq.most_common(5):
    print(f"{w:>{width}} {'#' * c} {c / len(words):.1%}")
print(bigrams.most_common(1))
print(textwrap.fill(TEXT, width=40, initial_indent="> ", subsequent_indent="> "))
print(SequenceMatcher(None, "kitten", "sitting").ratio())
sys.stdout.writelines(unified_diff(["a\n", "b\n"], ["a\n", "c\n"], fromfile="x", tofile="y"))
encoded = TEXT.encode("utf-8")
print(len(TEXT), len(encoded), encoded[:10].hex(" "))
caesar = str.maketrans(string.ascii_lowercase, string.ascii_lowercase[3:] + string.ascii_lowercase[:3])
print("hello world".translate(caesar))
print("{:,.2f} | {:>10} | {!r:^12} | {0}".replace("{0}", "x").format(1234567.891, "right", "mid"))
