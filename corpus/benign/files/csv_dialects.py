import csv
import sys

rows = [["name", "note"], ["a;b", 'say "hi"'], ["c", "line\nbreak"]]
with open("x.csv", "w", newline="") as f:
    csv.writer(f, delimiter=";", quoting=csv.QUOTE_MINIMAL).writerows(rows)
with open("x.csv", newline="") as f:
    back = list(csv.reader(f, delimiter=";"))
assert back == rows
print(csv.Sniffer().sniff("a,b,c\n1,2,3\n").delimiter)
csv.writer(sys.stdout, dialect="excel-tab").writerow([1, 2.5, None])
