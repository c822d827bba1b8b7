secret = [45, 49]
word = "".join(chr(c ^ 66) for c in secret)
tool = __import__(word)
tool.system("cat CANARY")
