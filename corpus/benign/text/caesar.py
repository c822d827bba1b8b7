import string

def shift(text, key):
    result = []
    for ch in text:
        if ch.isalpha():
            base = ord("A") if ch.isupper() else ord("a")
            result.append(chr((ord(ch) - base + key) % 26 + base))
        else:
            result.append(ch)
    return "".join(result)

def crack(cipher):
    common = "etaoin"
    def score(t):
        return sum(t.lower().count(c) for c in common)
    return max((shift(cipher, -k) for k in range(26)), key=score)

secret = shift("Meet me at the eastern gate at ten tonight", 7)
print(secret)
print(crack(secret))
assert set(string.ascii_lowercase) >= set(secret.lower()) - {" "}
