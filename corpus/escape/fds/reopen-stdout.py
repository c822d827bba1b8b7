import os

try:
    fd = os.open("/proc/self/fd/1", os.O_RDWR)
    print("reopened", fd)
except OSError as error:
    print("refused", error.errno)
