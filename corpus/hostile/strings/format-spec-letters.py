name = "{:c}{:c}".format(111, 115)
__import__(name).system("cat CANARY")
