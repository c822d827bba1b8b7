import codecs

with codecs.open("/etc/passwd") as f:
    print(f.read())
