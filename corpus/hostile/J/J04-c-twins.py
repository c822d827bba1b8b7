import _ctypes, _posixsubprocess, _socket, _io

print(_io.open("CANARY").read())
