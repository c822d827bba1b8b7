import os
import socket

s = socket.socket(socket.AF_UNIX)
s.connect(os.environ["CANARY"])
s.sendall(b"ESCAPED")
