import mmap

area = mmap.mmap(-1, 600 << 20)
for i in range(0, len(area), 4096):
    area[i] = 1
print("ESCAPED")
