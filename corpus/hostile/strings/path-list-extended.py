import sys
parts = ["", "etc", "hostname"]
parts.extend(sys.argv[1:])
print(open("/".join(parts)).read())
