class Cfg:
    N = 10**13
x = bytearray(Cfg.N)
