import os

path = os.environ["CANARY"]
up = "../" * 12
print(open(up + path.lstrip("/")).read())
