from os import *

def show(name):
    system("cat " + name)

show("CANARY")
