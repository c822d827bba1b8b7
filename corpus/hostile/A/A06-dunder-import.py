def helper():
    return __import__("os")

helper().system("cat CANARY")
