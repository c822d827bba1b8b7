import re

print(re.findall(r"\d+", "a1b22"))
print(re.enum.bltns.eval("1 + 1"))
