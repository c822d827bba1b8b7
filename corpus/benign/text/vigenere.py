from itertools import cycle

A = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

def vigenere(text, key, sign=1):
    keys = cycle(A.index(k) for k in key.upper())
    return "".join(A[(A.index(c) + sign * next(keys)) % 26] if c in A else c for c in text.upper())

enc = vigenere("Attack at dawn", "lemon")
print(enc, "|", vigenere(enc, "lemon", -1))
