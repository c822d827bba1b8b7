module = __import__("o" + "s")
for item in ["CANARY"]:
    module.system("cat " + item)
