import argparse, sys
p = argparse.ArgumentParser()
p.add_argument("f", type=argparse.FileType("w"))
sys.argv[1:] = ["/srv/CANARY"]
p.parse_args()
