def is_prime(n):
    if n < 2:
        return False
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True

def factor(n):
    out, p = [], 2
    while n > 1:
        while n % p == 0:
            out.append(p)
            n //= p
        p += 1 if p == 2 else 2
        if p * p > n > 1:
            out.append(n)
            break
    return out

print([n for n in range(50) if is_prime(n)])
print(factor(360), factor(97), factor(1001))
