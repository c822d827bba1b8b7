obj = [1]
print(str.format("{0.__class__}", obj))
