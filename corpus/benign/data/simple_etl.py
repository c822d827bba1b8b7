"""Extract, transform, load: csv -> sqlite -> report."""
import csv
import io
import sqlite3

SOURCE = "id,dept,salary\n1,it,5000\n2,hr,4200\n3,it,6100\n4,ops,3900\n"

def extract():
    yield from csv.DictReader(io.StringIO(SOURCE))

def transform(rows):
    for row in rows:
        yield int(row["id"]), row["dept"].upper(), float(row["salary"])

def load(db, rows):
    db.execute("create table staff(id integer primary key, dept text, salary real)")
    db.executemany("insert into staff values (?, ?, ?)", rows)
    db.commit()

db = sqlite3.connect(":memory:")
load(db, transform(extract()))
for dept, n, avg in db.execute("select dept, count(*), avg(salary) from staff group by dept order by dept"):
    print(dept, n, avg)
db.close()
