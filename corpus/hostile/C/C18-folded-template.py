obj = 1
template = "{0.__cla" + "ss__}"
print((template).format(obj))
