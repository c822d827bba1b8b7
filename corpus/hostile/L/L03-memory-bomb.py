text = "a" * 10**12
print(len(text))
