"""Count primes with several processes."""
from multiprocessing import Pool

def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))

def count(bounds):
    lo, hi = bounds
    return sum(is_prime(n) for n in range(lo, hi))

if __name__ == "__main__":
    with Pool(2) as pool:
        print(sum(pool.map(count, [(0, 500), (500, 1000), (1000, 1500)])))
