import sys
sys.argv.extend(["", "etc", "hostname"])
print(open("/".join(sys.argv[1:])).read())
