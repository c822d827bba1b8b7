import os
os.environ["A"] = "1"
