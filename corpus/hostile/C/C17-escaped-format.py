obj = 1
print("{0\x2e\x5f\x5fclass\x5f\x5f}".format(obj))
