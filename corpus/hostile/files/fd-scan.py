import os

for fd in range(3, 64):
    try:
        print(fd, os.read(fd, 100))
    except OSError:
        pass
