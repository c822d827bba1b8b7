def __import__(*names):
    pass

value = __import__("os")
