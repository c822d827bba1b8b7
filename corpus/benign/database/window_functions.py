import sqlite3

db = sqlite3.connect(":memory:")
db.execute("create table sales(day int, amount int)")
db.executemany("insert into sales values(?,?)", [(d, d * d % 7 + 1) for d in range(1, 9)])
query = """
select day, amount, sum(amount) over (order by day) as total,
       rank() over (order by amount desc) as place
from sales order by day
"""
for line in db.execute(query).fetchall():
    print(*line, sep="\t")
print([d[0] for d in db.execute(query).description])
