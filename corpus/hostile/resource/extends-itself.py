a = [1]
for _ in range(64): a.extend(a)
