import os

os.symlink(os.environ["CANARY"], "link")
print(open("link").read())
