rows = [0]
for row in rows:
    rows.append(row + 1)
