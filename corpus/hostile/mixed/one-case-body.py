x = "CANARY"
match [x]:
    case [name]:
        __import__("os").remove(name)
