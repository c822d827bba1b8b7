"""A line of 900 KB with findings at both ends."""
with open("x.py", "w") as f:
    f.write("x = [" + "eval('1'), " * 2 + "1, " * 290000 + "eval('2')]\n")
