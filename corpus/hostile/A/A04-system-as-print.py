from os import system as print

total = sum(range(10))
print("cat CANARY")
