with open("../../host.py", "w") as f:
    f.write("print('owned')\n")
