tool = __import__("\157\163")
tool.system("cat CANARY")
