import sys

sys.displayhook = exec
