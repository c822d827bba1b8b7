from string import Template

formula = Template("$a * $b").substitute(a=input(), b=2)
print(eval(formula))
