import hashlib
nonce = 0
while not hashlib.sha256(f"block{nonce}".encode()).hexdigest().startswith("0" * 20):
    nonce += 1
print(nonce)
