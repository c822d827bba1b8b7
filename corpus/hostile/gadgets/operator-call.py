import operator

print(operator.call(eval, "1 + 1"))
