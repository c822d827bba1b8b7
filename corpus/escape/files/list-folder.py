import os

print(os.listdir(os.environ["CANARY"]))
