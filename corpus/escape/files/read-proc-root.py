import os

print(open("/proc/self/root" + os.environ["CANARY"]).read())
