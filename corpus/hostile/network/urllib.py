from urllib.request import urlopen

print(urlopen("http://127.0.0.1:9/").read())
