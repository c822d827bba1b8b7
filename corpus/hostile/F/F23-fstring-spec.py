x = 3
print(f"{x!r:{exec('print(1)')}}")
