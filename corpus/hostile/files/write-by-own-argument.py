import sys
sys.argv[0] = "/srv/CANARY"
open(sys.argv[0], "w")
