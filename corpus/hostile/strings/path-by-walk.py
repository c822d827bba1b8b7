import os
os.makedirs("etc/hostname")
for d, s, f in os.walk("etc"):
    p = d
    for q in s: p = os.path.join(d, q)
    break
print(open("/" + p).read())
