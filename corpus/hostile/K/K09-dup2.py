import os

os.dup2(1, 2)
