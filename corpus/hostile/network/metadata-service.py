import urllib.request

url = "http://169.254.169.254/latest/meta-data/iam/security-credentials/"
print(urllib.request.urlopen(url, timeout=1).read())
