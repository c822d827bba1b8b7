word = "".join(x for _, x in sorted([(2, "a"), (0, "e"), (3, "l"), (1, "v")]))
print(vars(print.__self__)[word]("1 + 1"))
