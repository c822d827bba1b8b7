import csv

csv.io.open("/etc/passwd")
