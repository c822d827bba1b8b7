import mmap

area = mmap.mmap(-1, 10)
area.write(b"abc")
