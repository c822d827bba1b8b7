import weakref, atexit

atexit.register(print, "later")
