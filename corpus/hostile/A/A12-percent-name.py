spec = "%c%c" % (111, 115)
mod = __import__(spec)
mod.system("cat CANARY")
