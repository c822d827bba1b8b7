import signal
import time

for n in range(1, 65):
    try:
        signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
time.sleep(4)
print("ESCAPED")
