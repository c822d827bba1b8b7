with open("sitecustomize.py", "w") as f:
    f.write("print('hello from next start')\n")
