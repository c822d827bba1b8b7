import os

kept = []
block = b"x" * (1 << 20)
for i in range(40):
    f = open(f"f{i}", "wb")
    f.write(block)
    f.flush()
    os.unlink(f"f{i}")
    kept.append(f)
print("ESCAPED")
