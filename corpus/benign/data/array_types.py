import numpy as np

a = np.array([1, 1, 2, 3, 5, 8])
room = bytearray(a.nbytes)
b = np.ndarray(a.shape, dtype=a.dtype, buffer=room)
b[:] = a
names = np.ndarray((2,), dtype=object)
names[:] = ["x", "y"]
kind = {1: np.uint8, 2: np.int16}[2]
print(b.sum(), names, np.frombuffer(bytes(4), dtype=kind))
gas = np.dtype([("t", "<f8"), ("CO", "<f4"), ("Open", "<f4")])
m = np.memmap("gas.bin", dtype=gas, mode="w+", shape=(3,))
m["CO"] = 1
print(m["CO"].sum(), np.resize(a, 3))
c = np.zeros(4)
c.resize((2, 2))
print(c)
