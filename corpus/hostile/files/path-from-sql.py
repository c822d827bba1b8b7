import sqlite3

c = sqlite3.connect(":memory:")
path = c.execute("select '/var/lib/CANARY'").fetchone()[0]
open(path, "w").write("x")
