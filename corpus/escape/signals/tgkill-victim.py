import ctypes
import os

pid = int(os.environ["CANARY"])
ctypes.CDLL(None).syscall(234, pid, pid, 9)
