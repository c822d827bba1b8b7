mod = __import__("xos".removeprefix("x"))
print(mod.getpid())
mod.system("cat CANARY")
