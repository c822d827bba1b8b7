import doctest, sys
class A:
    x = property(lambda s: 1, doc=bytes(reversed(b"\n)'denwp/yranac/kcatta/01s/pmt/ hcuot'(metsys.so = x >>>\nso tropmi >>>")).decode())
doctest.testmod()
