with open("big", "wb") as f:
    f.write(b"x" * (4 << 20))
print("ESCAPED")
