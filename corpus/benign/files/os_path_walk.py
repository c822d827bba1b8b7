import os

os.makedirs(os.path.join("tree", "x", "y"), exist_ok=True)
for path in ("tree/1.txt", "tree/x/2.txt", "tree/x/y/3.txt"):
    with open(path, "w") as f:
        f.write("data" * len(path))
total = 0
for root, dirs, files in os.walk("tree"):
    dirs.sort()
    for name in files:
        full = os.path.join(root, name)
        size = os.path.getsize(full)
        total += size
        print(full, size, os.path.splitext(name), os.path.isfile(full))
print(total, os.path.basename("a/b.c"), os.path.dirname("a/b.c"), os.sep)
os.remove("tree/1.txt")
os.rename("tree/x", "tree/z")
print(sorted(os.listdir("tree")))
