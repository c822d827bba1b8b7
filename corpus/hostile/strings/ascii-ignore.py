def clean(name):
    return name.encode("ascii", "ignore").decode()


with open(clean("/eétc/paséswd")) as f:
    print(f.readline())
