import sys
print(open(b"/".join([b"", b"etc", b"hostname"] + [a.encode() for a in sys.argv[1:]])).read())
