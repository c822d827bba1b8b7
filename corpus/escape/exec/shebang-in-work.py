import os

with open("script", "w") as f:
    f.write(f"#!/bin/sh\n: > {os.environ['CANARY']}\n")
os.chmod("script", 0o755)
os.execv("./script", ["script"])
