import os
import socket

host, port = os.environ["CANARY"].split(":")
s = socket.create_connection((host, int(port)), 2)
s.sendall(b"ESCAPED")
s.close()
