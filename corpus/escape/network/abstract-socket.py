import os
import socket

s = socket.socket(socket.AF_UNIX)
s.connect("\0" + os.environ["CANARY"])
s.sendall(b"ESCAPED")
