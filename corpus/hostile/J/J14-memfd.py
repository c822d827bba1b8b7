import os

fd = os.memfd_create("x")
os.write(fd, b"#!/bin/sh\ncat CANARY\n")
os.execve("/proc/self/fd/3", ["x"], {})
