import os
for _ in range(12):
    os.chdir("..")
print(open("etc/hostname").read())
