import sympy

print(sympy.sympify("x + 1").subs("x", 2))
