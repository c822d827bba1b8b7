"""The like, by a shared map of a device that makes memory."""
import mmap
import os
import sys

kept = []
for _ in range(24):
    fd = os.open("/dev/zero", os.O_RDWR)
    area = mmap.mmap(fd, 32 << 20)
    os.close(fd)
    for at in range(0, 32 << 20, 1 << 20):
        area[at:at + (1 << 20)] = b"x" * (1 << 20)
        area.madvise(mmap.MADV_DONTNEED, at, 1 << 20)
    kept.append(area)
print("ESCAPED", sum(len(area) for area in kept))
sys.exit(0)
