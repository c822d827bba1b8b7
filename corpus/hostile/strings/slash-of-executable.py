import sys
print(open(sys.executable[:1] + "etc/hostname").read())
