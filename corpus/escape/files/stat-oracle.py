import os

print("SIZE", os.stat(os.environ["CANARY"]).st_size)
