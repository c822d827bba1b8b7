print("Starting...")
data = {'a': 1, 'b': 2, 'c': 3}
print("data =", data)
for k in data.keys():
    print("processing key: " + str(k) + " value: " + str(data[k]))
    data[k] = data[k] ** 2
print("Done! Result: ", data)
print(f"{data=} {len(data)=}")
print('''
Summary
=======
''', *data.items(), sep='\n')
