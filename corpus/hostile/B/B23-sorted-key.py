rows = ["3", "1 + 1", "0"]
print(sorted(rows, key=eval))
