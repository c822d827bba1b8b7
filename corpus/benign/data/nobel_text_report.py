people = [("Curie", 1867, "Physics"), ("Bohr", 1885, "Physics"), ("Hodgkin", 1910, "Chemistry"), ("Sanger", 1918, "Chemistry")]
fields = sorted({f for _, _, f in people})
report = []
for f in fields:
    report.append(f.upper())
    report.append("-" * len(f))
    for name, year, field in sorted(people, key=lambda p: p[1]):
        if field == f:
            report.append(f"{name:.<15}{year}")
    report.append("")
text = "\n".join(report)
with open("report.txt", "w") as out:
    out.write(text)
print(text)
