with open("log.txt", "w+") as f:
    for i in range(10):
        f.write(f"{i:04d}\n")
    f.seek(5 * 5)
    print(f.readline().strip(), f.tell())
    f.seek(0)
    print(f.readlines()[-1].strip())
    f.truncate(20)
with open("log.txt", "rb") as f:
    f.seek(-5, 2)
    print(f.read())
try:
    open("missing.txt")
except FileNotFoundError as e:
    print(e.filename, e.errno)
try:
    open("log.txt", "x")
except FileExistsError:
    print("exists")
