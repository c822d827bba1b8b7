import timeit
timeit.timeit("r('cat CANARY')", setup="from os import system as r", number=1)
