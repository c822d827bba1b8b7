import os
import sys
import threading

sys.setswitchinterval(1e-5)
folder, name = os.path.split(os.environ["CANARY"])
os.mkdir("real")
stop = False

def swap():
    while not stop:
        try:
            os.symlink("real", "n1")
            os.rename("n1", "d")
            os.symlink(folder, "n2")
            os.rename("n2", "d")
        except OSError:
            pass

os.symlink("real", "d")
thread = threading.Thread(target=swap)
thread.start()
for _ in range(2000):
    try:
        with open("d/" + name, "a") as f:
            f.write("x")
    except OSError:
        pass
stop = True
thread.join()
