data = [0] * 10**11
print(len(data))
