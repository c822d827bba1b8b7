import os
import socket

host, port = os.environ["CANARY"].split(":")
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.sendto(b"ESCAPED", (host, int(port)))
