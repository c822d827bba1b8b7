import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0x4206, int(os.environ["CANARY"]), 0, 0x00100000) == 0:
    os._exit(0)	# PTRACE_O_EXITKILL takes the victim along
raise OSError(ctypes.get_errno(), "ptrace")
