"""Textbook RSA with small primes, for a lesson."""
from math import gcd

p, q = 61, 53
n, phi = p * q, (p - 1) * (q - 1)
e = next(k for k in range(3, phi, 2) if gcd(k, phi) == 1)
d = pow(e, -1, phi)
message = "HI"
cipher = [pow(ord(c), e, n) for c in message]
plain = "".join(chr(pow(c, d, n)) for c in cipher)
print((n, e), cipher, plain)
