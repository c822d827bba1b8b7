def outer():
    def inner(text):
        while text:
            text = text * 2
    return inner


outer()("ab")
