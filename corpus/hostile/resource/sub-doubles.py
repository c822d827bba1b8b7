import re
s = "x"
for _ in range(50):
    s = re.sub("x", "xx", s)
print(len(s))
