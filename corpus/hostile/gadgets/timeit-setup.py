from timeit import Timer

print(Timer("x()", setup="import os; x = os.getpid").timeit(1))
