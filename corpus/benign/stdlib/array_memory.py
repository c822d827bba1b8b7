from array import array
import sys

a = array("i", range(10))
a.append(99)
print(a[2:4], a.itemsize, a.typecode, sum(a), sys.getsizeof(a) > 0)
print(a.tobytes()[:4], array("d", [1.5]).tolist())
