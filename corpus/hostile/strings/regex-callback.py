import re

text = "total = {1 + 1}"
print(re.sub(r"\{(.+?)\}", lambda m: str(eval(m.group(1))), text))
