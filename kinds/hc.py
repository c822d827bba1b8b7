from http.cookies import SimpleCookie
c = SimpleCookie("a=1")
c["b"] = "2"
print(c.output())
