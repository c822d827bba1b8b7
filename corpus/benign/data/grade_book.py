import csv
import io
import statistics

CSV = """student,math,physics,art
Ida,90,85,70
Jon,60,75,95
Kim,88,92,81
"""

def grade(avg):
    if avg >= 90:
        return "A"
    elif avg >= 80:
        return "B"
    elif avg >= 70:
        return "C"
    return "D"

reader = csv.DictReader(io.StringIO(CSV))
for row in reader:
    marks = [int(v) for k, v in row.items() if k != "student"]
    avg = statistics.mean(marks)
    print(f"{row['student']}: {avg:.1f} ({grade(avg)})")
