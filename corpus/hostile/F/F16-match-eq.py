class X:
    __eq__ = exec

match X():
    case "1":
        pass
