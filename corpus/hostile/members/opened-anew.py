f = open(__file__, "rb", 0)
f.__init__("/etc/hostname")
print(f.read())
