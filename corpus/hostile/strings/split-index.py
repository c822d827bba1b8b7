words = "cat,os,dog".split(",")
__import__(words[1]).system("cat CANARY")
