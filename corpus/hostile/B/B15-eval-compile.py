source = "1 + 1"
code = compile(source, "", "eval")
print(eval(code))
