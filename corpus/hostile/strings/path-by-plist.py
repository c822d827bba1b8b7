import plistlib
d = plistlib.loads(plistlib.dumps({"a": ["", "etc", "hostname"]}))
print(open("/".join(d["a"])).read())
