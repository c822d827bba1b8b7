t = (1,)
for _ in range(50):
    t = (t, t) * 4
print(repr(t)[:10])
