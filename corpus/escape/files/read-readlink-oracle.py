import os

print("TOKEN", os.readlink(os.environ["CANARY"]))
