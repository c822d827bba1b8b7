import csv, io

rows = csv.reader(io.StringIO("1 + 1,2\n"))
print([[eval(cell) for cell in row] for row in rows])
