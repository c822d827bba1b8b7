from json import loads as l
from json import dumps
import json as j
l("[]")
dumps(1)
j.loads("1")
