x = "éä"; eval("1")
