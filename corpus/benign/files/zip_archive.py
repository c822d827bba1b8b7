import io
import os
import zipfile

for i in range(3):
    with open(f"f{i}.txt", "w") as f:
        f.write("hello " * (i + 1) * 50)
with zipfile.ZipFile("out.zip", "w", zipfile.ZIP_DEFLATED) as z:
    for i in range(3):
        z.write(f"f{i}.txt")
    z.writestr("note.txt", "made by script")
with zipfile.ZipFile("out.zip") as z:
    for info in z.infolist():
        print(info.filename, info.file_size, info.compress_size)
    print(z.read("note.txt"), z.testzip())
    z.extract("f1.txt", "extracted")
print(os.listdir("extracted"), io.BytesIO(b"abc").read(2))
