import os

path = os.environ["CANARY"].replace("/", "//./")
print(open(path).read())
