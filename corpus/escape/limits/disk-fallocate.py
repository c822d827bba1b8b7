import os

fd = os.open("big", os.O_CREAT | os.O_WRONLY)
os.posix_fallocate(fd, 0, 40 << 20)
print("ESCAPED")
