import fcntl

try:
    with open("/dev/tty", "w") as t:
        fcntl.ioctl(t, 0x5412, b"x")
    print("ESCAPED")
except OSError as error:
    print("refused", error.errno)
