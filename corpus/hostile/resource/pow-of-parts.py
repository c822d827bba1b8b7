base = 7
exp = 10 ** 8
r = pow(base, exp)
print(len(str(r)))
