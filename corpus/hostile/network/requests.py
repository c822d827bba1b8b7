import requests

r = requests.post("http://127.0.0.1:9/", data={"k": "v"}, timeout=1)
print(r.status_code)
