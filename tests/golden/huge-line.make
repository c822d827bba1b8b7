"""A line of 90 KB with findings at both ends."""
with open("x.py", "w") as f:
    f.write("x = [" + "eval('1'), " * 2 + "1, " * 29000 + "eval('2')]\n")
