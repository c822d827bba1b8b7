import glob
import os

for i in range(1, 4):
    open(f"IMG_{i}.JPG", "wb").close()
for n, old in enumerate(sorted(glob.glob("*.JPG")), 1):
    new = f"holiday_{n:03d}.jpg"
    os.rename(old, new)
    print(old, "->", new)
print(glob.glob("*.JPG"), sorted(glob.glob("*.jpg")))
