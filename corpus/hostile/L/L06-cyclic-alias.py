x = [[]]
x[0].append(x)
print(len(x))
