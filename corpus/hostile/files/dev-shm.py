with open("/dev/shm/drop.bin", "wb") as f:
    f.write(b"x")
