import sqlite3

con = sqlite3.connect(":memory:")
con.execute("ATTACH DATABASE '/root/" + "x.db' AS other")
print(con.execute("SELECT * FROM other.sqlite_master").fetchall())
