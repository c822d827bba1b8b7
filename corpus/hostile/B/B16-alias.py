e = eval
data = "[1, 2, 3]"
print(e(data))
