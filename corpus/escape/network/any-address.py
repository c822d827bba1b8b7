import os
import socket

port = int(os.environ["CANARY"].split(":")[1])
s = socket.socket()
s.connect(("0.0.0.0", port))
s.sendall(b"ESCAPED")
