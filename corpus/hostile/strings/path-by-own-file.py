import json
json.dump(["", "etc", "hostname"], open("x", "w"))
print(open("/".join(json.load(open("x")))).read())
