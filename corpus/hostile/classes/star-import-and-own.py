from os import *
if not curdir:
    system = print
system("echo /srv/CANARY")
