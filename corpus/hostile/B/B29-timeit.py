import timeit

print(timeit.timeit("print(open('CANARY').read())", number=1))
