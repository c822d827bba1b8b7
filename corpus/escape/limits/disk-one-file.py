block = b"x" * (1 << 20)
with open("big", "wb") as f:
    for _ in range(40):
        f.write(block)
print("ESCAPED")
