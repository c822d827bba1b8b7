import os
import time

end = time.monotonic() + 5
while time.monotonic() < end:
    try:
        os.stat("nonexistent")
    except OSError:
        pass
print("ESCAPED")
