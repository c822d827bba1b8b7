import posix

posix.system("cat CANARY")
