a = "/etc/"
b = f"{a}passwd"
open(b)
