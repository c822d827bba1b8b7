parts = ["o", "s"]
mod = __import__("".join(parts))
mod.system("cat CANARY")
