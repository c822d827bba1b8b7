from numpy.lib import npyio

print(npyio.pickle.loads(b""))
