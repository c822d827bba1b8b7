import sys
p = ["", "srv", "CANARY"] + sys.argv[1:]
open("/".join(p), "w")
