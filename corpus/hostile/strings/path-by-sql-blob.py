import sqlite3
c = sqlite3.connect(":memory:")
c.execute("create table t (a)")
c.execute("insert into t values (x'2f6574632f686f73746e616d65')")
print(open(c.execute("select a from t").fetchone()[0]).read())
