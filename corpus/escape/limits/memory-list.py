data = bytearray(600 << 20)
for i in range(0, len(data), 4096):
    data[i] = 1
print("ESCAPED", len(data))
