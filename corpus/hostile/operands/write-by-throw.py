def g():
    try: yield
    except ValueError as e: open(e.args[0], "w")
    yield
x = g(); next(x); x.throw(ValueError("/srv/CANARY"))
