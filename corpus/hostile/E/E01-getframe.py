import sys

def caller():
    return sys._getframe().f_back.f_globals

print(sorted(caller()))
