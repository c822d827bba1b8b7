import os
os.environ["X"] = "/srv/CANARY"
open(os.environ["X"], "w")
