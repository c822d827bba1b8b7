import os
open(os.devnull.replace("dev/null", "srv/CANARY"), "w")
