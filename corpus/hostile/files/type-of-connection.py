import sqlite3
c = sqlite3.connect(":memory:")
c.execute("create table a (b)")
d = type(c)("/srv/CANARY")
c.backup(d)
