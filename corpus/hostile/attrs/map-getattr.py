targets = [print]
print(list(map(getattr, targets, ["__self__"])))
