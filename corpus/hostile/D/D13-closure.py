def outer():
    key = "k"

    def inner():
        return key
    return inner

f = outer()
print(f.__closure__[0].cell_contents)
