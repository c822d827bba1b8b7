import os
import shutil

def rotate(path, keep=3):
    for i in range(keep - 1, 0, -1):
        old, new = f"{path}.{i}", f"{path}.{i + 1}"
        if os.path.exists(old):
            os.replace(old, new)
    if os.path.exists(path):
        shutil.copy2(path, path + ".1")

for version in range(5):
    with open("notes.txt", "w") as f:
        f.write(f"version {version}")
    rotate("notes.txt")
for name in sorted(os.listdir(".")):
    with open(name) as f:
        print(name, f.read())
