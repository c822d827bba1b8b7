import os
import socket

host, port = os.environ["CANARY"].split(":")
s = socket.socket(socket.AF_INET6)
s.connect(("::ffff:" + host, int(port)))
s.sendall(b"ESCAPED")
