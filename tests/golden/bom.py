eval("x")
