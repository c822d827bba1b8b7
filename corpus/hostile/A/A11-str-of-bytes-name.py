def load():
    return __import__(str(b"os", "ascii"))

print(load().listdir("/"))
