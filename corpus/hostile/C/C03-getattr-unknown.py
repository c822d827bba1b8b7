def read(obj, name):
    return getattr(obj, name)

path = input().split(".")
value = ()
for step in path:
    value = read(value, step)
