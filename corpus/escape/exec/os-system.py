import os

os.system(os.environ["CANARY"])
