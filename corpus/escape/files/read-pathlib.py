import os
import pathlib

print(pathlib.Path(os.environ["CANARY"]).read_text())
