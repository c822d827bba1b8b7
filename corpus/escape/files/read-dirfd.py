import os

folder, name = os.path.split(os.environ["CANARY"])
d = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
f = os.open(name, os.O_RDONLY, dir_fd=d)
print(os.read(f, 100).decode())
