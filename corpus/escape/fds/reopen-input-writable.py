import os

with open("input.txt", "w") as f:
    f.write("data")
os.chmod("input.txt", 0o644)
fd = os.open("/dev/null", os.O_RDONLY)
again = os.open(f"/proc/self/fd/{fd}", os.O_RDWR)
print("ESCAPED", os.write(again, b"x"))
