import inspect, json
t = json.loads('"\\u0070rint(1)"')
def f(x): pass
f.__annotations__["x"] = t
inspect.Signature.from_callable(f, eval_str=True)
