import doctest, json
t = json.loads('">>> \\u0065xec(\'print(open(1))\')\\n"')
class A: 
    p = property(doc=t)
r = doctest.testmod()
print(r)
