compute = __builtins__.__dict__["ev" + "al"]
for text in ["1", "2 * 3"]:
    print(compute(text))
