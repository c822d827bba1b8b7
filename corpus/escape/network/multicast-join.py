"""Joining a group makes the kernel tell the network of it."""
import socket

sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                socket.inet_aton("239.1.2.3") + socket.inet_aton("127.0.0.1"))
print("ESCAPED")
