total = ｅval("1 + 1")
print(total)
