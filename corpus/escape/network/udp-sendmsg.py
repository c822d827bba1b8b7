import os
import socket

host, port = os.environ["CANARY"].split(":")
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.sendmsg([b"ESC", b"APED"], [], 0, (host, int(port)))
