import os

fd = os.open(os.environ["CANARY"], os.O_PATH)
print(open(f"/proc/self/fd/{fd}").read())
