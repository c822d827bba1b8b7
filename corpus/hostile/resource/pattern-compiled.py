import re
p = re.compile(r"^(\d+)*$")
p.match("1" * 50 + "x")
