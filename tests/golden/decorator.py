@eval
def f():
    pass
