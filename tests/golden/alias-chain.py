e = eval

print(e("1 + 1"))
