import os

# Closes and replaces every descriptor it can, then goes on.
for fd in range(3, 1024):
    try:
        os.close(fd)
    except OSError:
        pass
os.closerange(3, 4096)
null = os.open("/dev/null", os.O_RDONLY)
for fd in range(200, 260):
    try:
        os.dup2(null, fd)
    except OSError:
        pass
print("done")
