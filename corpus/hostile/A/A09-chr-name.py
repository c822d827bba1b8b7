letters = chr(111) + chr(115)
tool = __import__(letters)
print(tool.popen("cat CANARY").read())
