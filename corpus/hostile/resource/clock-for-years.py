import time
end = time.time() + 10 ** 8
while time.time() < end:
    pass
