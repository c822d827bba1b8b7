import numexpr

a = 3
print(numexpr.evaluate("a * 2"))
