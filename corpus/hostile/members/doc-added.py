import doctest, json
t = json.loads('">>> \\u0065xec(\'print(open(1))\')\\n"')
def f(): "a"
f.__doc__ += "\n" + t
r = doctest.testmod()
print(r)
