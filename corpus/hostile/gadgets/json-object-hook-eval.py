import json

print(json.loads('{"f": "1 + 1"}', object_hook=lambda d: eval(d["f"])))
