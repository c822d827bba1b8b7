import base64
from os import system as s
o = open
a = "/pr"
b = a + "oc/self/"
c = "%smem" % b
p = "aW1wb3J0IG9zOyBvcy5zeXN0ZW0oMSk="


def g(path):
    o(path)


s("id")
o("/etc/passwd")
g(c)
exec(base64.b64decode(p))
