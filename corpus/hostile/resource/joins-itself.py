s = "lol"
for _ in range(40):
    s = s.join([s, s, s])
print(len(s))
