import os

os.setxattr(os.environ["CANARY"], "user.mark", b"1")
