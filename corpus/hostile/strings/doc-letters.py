doc = "open source tools"
word = doc[0] + doc[5]
tool = __import__(word)
print(tool.listdir("."))
