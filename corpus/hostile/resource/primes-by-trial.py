def is_prime(n):
    if n < 2:
        return False
    for d in range(2, n):
        if n % d == 0:
            return False
    return True

print([n for n in range(10_000_000) if is_prime(n)])
