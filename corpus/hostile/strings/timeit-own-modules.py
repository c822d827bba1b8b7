import timeit
timeit.timeit("sys.modules['os'].remove('CANARY')", number=1)
