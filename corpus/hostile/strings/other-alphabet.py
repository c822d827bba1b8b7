import base64

name = base64.b64decode("a2V0Yy9wYXNzd2Q=".replace("a", "L", 1), altchars=b"+/").decode()
print(open(name).readline())
