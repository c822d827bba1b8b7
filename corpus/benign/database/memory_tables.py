import sqlite3

con = sqlite3.connect(":memory:")
con.execute("create table t (a integer, b text)")
con.executemany("insert into t values (?, ?)", [(i, chr(97 + i % 3)) for i in range(9)])
con.create_function("half", 1, lambda x: x / 2)
with con:
    con.execute("update t set a = a * 10 where b = 'c'")
for row in con.execute("select b, count(*), sum(half(a)) from t group by b order by b"):
    print(*row)
try:
    import pandas as pd

    print(pd.read_sql_query("select max(a) as top from t", con)["top"][0])
except ImportError:
    print(con.execute("select max(a) from t").fetchone()[0])
con.close()
