import atexit

@atexit.register
def later():
    open("CANARY", "a").write("late")
