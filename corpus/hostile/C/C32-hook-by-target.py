import os

done = [0 for os.fspath in [os.system]]
open("cat CANARY")
