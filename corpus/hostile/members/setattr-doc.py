import doctest, json, functools
t = json.loads('">>> \\u0065xec(\'print(open(1))\')\\n"')
def f(): pass
setattr(f, "__doc__", t)
r = doctest.testmod()
print(r)
