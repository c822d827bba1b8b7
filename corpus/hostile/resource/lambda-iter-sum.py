total = (lambda: sum(1 for _ in iter(lambda: 0, 1)))()
print(total)
