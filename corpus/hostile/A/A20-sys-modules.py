import sys

def shell(command):
    return sys.modules["os"].system(command)

shell("cat CANARY")
