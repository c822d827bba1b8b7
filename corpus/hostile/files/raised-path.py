def choose():
    raise LookupError("/var/lib/CANARY")


try:
    choose()
except LookupError as e:
    open(e.args[0], "w").write("x")
