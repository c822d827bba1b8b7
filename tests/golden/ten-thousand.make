"""Ten thousand findings in one file."""
with open("x.py", "w") as f:
    for i in range(10000):
        f.write(f"eval('{i}')\n")
