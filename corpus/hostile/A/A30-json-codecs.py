import json

config = json.loads('{"a": 1}')
print(config)
json.codecs.builtins.exec("print(open('CANARY').read())")
