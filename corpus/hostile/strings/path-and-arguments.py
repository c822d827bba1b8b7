import sys
parts = ["", "etc", "hostname"] + sys.argv[1:]
print(open("/".join(parts)).read())
