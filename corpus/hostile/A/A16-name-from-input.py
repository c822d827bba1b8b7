plugin = input("plugin: ")
module = __import__(plugin)
print(dir(module))
