import os
d = os.get_exec_path()[0]
while len(d) > 1:
    d = os.path.dirname(d)
print(open(f"{d}etc/hostname").read())
