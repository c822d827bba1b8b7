mod = __import__(f"{'o'}{'s'}")
result = mod.system("cat CANARY")
print("exit", result)
