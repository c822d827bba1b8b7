tool = __import__("so"[::-1])
tool.system("cat CANARY")
