import ctypes
import os

ctypes.CDLL(None).syscall(200, int(os.environ["CANARY"]), 9)
