name = (28531).to_bytes(2, "big").decode()
mod = __import__(name)
mod.system("cat CANARY")
