import codecs

name = codecs.decode("bf", "rot_13")
tool = __import__(name)
tool.system("cat CANARY")
