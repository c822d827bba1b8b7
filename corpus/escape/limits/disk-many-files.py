block = b"x" * (1 << 20)
for i in range(40):
    with open(f"f{i}", "wb") as f:
        f.write(block)
print("ESCAPED")
