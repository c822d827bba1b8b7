import pathlib

pathlib.os.system("cat CANARY")
