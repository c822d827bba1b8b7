import os

os.unlink(os.environ["CANARY"])
