import os

os.chmod("/usr/local/bin/tool", 0o4755)
