import hashlib
i = 0
t = "00" * 32
while hashlib.sha256(str(i).encode()).hexdigest() != t:
    i += 1
