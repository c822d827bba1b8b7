import os
import time

children = []
r, w = os.pipe()
for _ in range(5):
    pid = os.fork()
    if pid == 0:
        block = bytearray(100 << 20)
        for i in range(0, len(block), 4096):
            block[i] = 1
        os.write(w, b"x")
        time.sleep(1)
        os._exit(0)
    children.append(pid)
os.close(w)
done = b""
while chunk := os.read(r, 10):
    done += chunk
for pid in children:
    os.waitpid(pid, 0)
if len(done) == 5:
    print("ESCAPED")
