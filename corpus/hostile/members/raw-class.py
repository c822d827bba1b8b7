import io
t = open(__file__, "rb").raw.__class__("/etc/hostname").read()
print(t)
