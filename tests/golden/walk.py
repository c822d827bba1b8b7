from json import codecs as c
import json
again = json.codecs
c.builtins.print("1")
again.builtins.eval("1")
