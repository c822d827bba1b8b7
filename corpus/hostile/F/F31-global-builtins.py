def clear():
    global __builtins__
    __builtins__ = {}

clear()
