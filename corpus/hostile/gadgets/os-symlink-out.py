import os

os.symlink("/etc", "etc")
print(open("etc/passwd").readline())
