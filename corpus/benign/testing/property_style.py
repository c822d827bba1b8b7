import random

def rle(s):
    out = []
    for c in s:
        if out and out[-1][0] == c:
            out[-1][1] += 1
        else:
            out.append([c, 1])
    return out

def unrle(p):
    return "".join(c * n for c, n in p)

rng = random.Random(0)
for case in range(300):
    s = "".join(rng.choices("ab", k=rng.randrange(20)))
    assert unrle(rle(s)) == s, s
    assert sum(n for _, n in rle(s)) == len(s)
print("300 cases ok")
