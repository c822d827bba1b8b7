def divisors(n):
    return [d for d in range(1, n) if n % d == 0]
def kind(n):
    s = sum(divisors(n))
    if s == n: return "perfect"
    if s > n: return "abundant"
    return "deficient"
for n in range(1, 30):
    if kind(n) != "deficient": print(n, kind(n))
print([n for n in range(1, 1000) if sum(int(d) ** len(str(n)) for d in str(n)) == n])
