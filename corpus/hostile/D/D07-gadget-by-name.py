def find(name):
    return [c for c in object.__subclasses__() if c.__name__ == name][0]

find("Popen")(["cat", "CANARY"])
