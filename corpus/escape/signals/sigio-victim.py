import fcntl
import os
import signal
import time

r, w = os.pipe()
fcntl.fcntl(r, 8, int(os.environ["CANARY"]))
fcntl.fcntl(r, 10, signal.SIGKILL)
fcntl.fcntl(r, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
os.write(w, b"x")
time.sleep(0.2)
