import re
re.fullmatch("(x|xx|x*)*y", "x" * 5000)
