import sys

sys.addaudithook(print)
