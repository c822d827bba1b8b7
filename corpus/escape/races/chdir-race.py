import os
import sys
import threading

sys.setswitchinterval(1e-5)
folder, name = os.path.split(os.environ["CANARY"])
here = os.getcwd()
with open(name, "w") as f:
    f.write("harmless")
stop = False

def move():
    while not stop:
        for d in (here, folder):
            try:
                os.chdir(d)
            except OSError:
                pass

thread = threading.Thread(target=move)
thread.start()
for _ in range(3000):
    try:
        with open(name) as f:
            text = f.read()
    except OSError:
        continue
    if text != "harmless":
        print(text)
        break
stop = True
thread.join()
