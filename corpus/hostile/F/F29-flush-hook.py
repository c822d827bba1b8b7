import sys

sys.stdout.flush = breakpoint
print("x", flush=True)
