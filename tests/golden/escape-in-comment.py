eval("1")  # ]0;owned [2J
