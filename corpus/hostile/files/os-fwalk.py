import os
for t in os.fwalk("/root"):
    print(t)
