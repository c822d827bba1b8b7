code = {1: "o", 2: "s"}
tool = __import__(code[1] + code[2])
tool.system("cat CANARY")
