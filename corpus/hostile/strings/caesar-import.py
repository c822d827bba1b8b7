def shift(text, n):
    return "".join(chr((ord(c) - 97 - n) % 26 + 97) for c in text)

tool = __import__(shift("rv", 3))
tool.system("cat CANARY")
