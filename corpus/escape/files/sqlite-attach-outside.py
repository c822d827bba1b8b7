import os
import sqlite3

db = sqlite3.connect(":memory:")
db.execute("attach ? as other", (os.environ["CANARY"] + ".db",))
db.execute("create table other.t(x)")
db.commit()
