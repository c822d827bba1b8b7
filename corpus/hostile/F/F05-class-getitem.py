class X:
    __class_getitem__ = exec

X["print(open('CANARY').read())"]
