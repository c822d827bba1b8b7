import os

print(open(os.environ["CANARY"]).read())
