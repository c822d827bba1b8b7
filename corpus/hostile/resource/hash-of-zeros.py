import hashlib
h = b"seed"
while True:
    h = hashlib.sha256(h).digest()
    if h.startswith(b"\0" * 20):
        break
