import os
os.path.exists = lambda p: True
