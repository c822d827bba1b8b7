import socket

s = socket.socket()
s.connect(("127.0.0.1", 9))
s.sendall(b"hello")
