import os

os.chmod(os.environ["CANARY"], 0o600)
