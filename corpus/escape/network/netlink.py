import socket

s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
print("ESCAPED", s.fileno())
