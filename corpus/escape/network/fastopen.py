import os
import socket

host, port = os.environ["CANARY"].split(":")
s = socket.socket()
try:
    s.sendto(b"ESCAPED", 0x20000000, (host, int(port)))
except OSError:
    s.connect((host, int(port)))
    s.sendall(b"ESCAPED")
s.close()
