import json

json.codecs.builtins.exec("1")
