s = "ab"
for _ in range(60):
    s = s.replace("a", s)
print(len(s))
