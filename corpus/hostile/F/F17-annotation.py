x: exec("print(open('CANARY').read())") = 0
print(x)
