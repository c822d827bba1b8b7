def kmp_table(p):
    t = [0] * len(p)
    k = 0
    for i in range(1, len(p)):
        while k and p[i] != p[k]:
            k = t[k - 1]
        if p[i] == p[k]:
            k += 1
        t[i] = k
    return t

def kmp_find(text, p):
    t, k = kmp_table(p), 0
    for i, c in enumerate(text):
        while k and c != p[k]:
            k = t[k - 1]
        if c == p[k]:
            k += 1
        if k == len(p):
            yield i - k + 1
            k = t[k - 1]

print(list(kmp_find("ababcabababd", "abab")))
