import os
import shutil
import tempfile

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.txt")
    with open(path, "w") as f:
        f.write("temporary")
    shutil.copy(path, "kept.txt")
    print(os.path.exists(path))
print(os.path.exists(path), open("kept.txt").read())
with tempfile.NamedTemporaryFile("w+", suffix=".txt") as t:
    t.write("x")
    t.seek(0)
    print(t.read())
os.mkdir("d")
shutil.move("kept.txt", "d/kept.txt")
shutil.copytree("d", "e")
shutil.rmtree("d")
print(os.listdir("e"), os.path.isdir("d"))
