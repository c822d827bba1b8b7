from operator import attrgetter

read = attrgetter("__self__", "__name__")
lib, name = read(len)
print(lib.open("CANARY").read())
