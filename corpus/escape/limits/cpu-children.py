import os
import time

for _ in range(4):
    if os.fork() == 0:
        end = time.process_time() + 0.7
        while time.process_time() < end:
            pass
        os._exit(0)
    os.wait()
print("ESCAPED")
