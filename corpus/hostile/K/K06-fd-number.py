text = open(0).read()
print(text)
