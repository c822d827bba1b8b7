name = "report"
print(f"{name}: {exec('print(1)')}")
