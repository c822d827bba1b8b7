table = str.maketrans("abcd", "eval")
word = "abcd".translate(table)
print(globals()["__builtins__"].__dict__[word]("1 + 1"))
