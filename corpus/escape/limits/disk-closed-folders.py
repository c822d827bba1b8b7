"""Fills files in folders that are closed to their owner meanwhile."""
import os
import time

for number in range(10):
    os.mkdir(f"m{number}")
    fd = os.open(f"m{number}/f", os.O_CREAT | os.O_WRONLY)
    os.chmod(f"m{number}", 0)
    os.write(fd, b"x" * (4 << 20))
    os.close(fd)
    time.sleep(0.15)
time.sleep(0.5)
for number in range(10):
    os.chmod(f"m{number}", 0o700)
print("ESCAPED")
