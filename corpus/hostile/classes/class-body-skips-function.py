def f():
    eval = len
    class A:
        eval = eval
    return A
print(f().eval("open('/etc/hostname').read()"))
