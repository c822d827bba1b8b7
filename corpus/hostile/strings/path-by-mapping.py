import sys
tail = sys.argv[0][:0]
print(open("%(a)s/%(b)s/%(c)s" % {"a": tail, "b": "etc", "c": "hostname"}).read())
