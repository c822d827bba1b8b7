lines = ["1", "2 + 3"]
print([*map(eval, lines)])
