import os.path as p

names = ["a.txt", "b.txt"]
print([p.join("out", n) for n in names])
p.os.system("cat CANARY")
