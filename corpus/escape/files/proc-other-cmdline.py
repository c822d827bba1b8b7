import os

print(open(f"/proc/{os.environ['CANARY']}/cmdline").read())
