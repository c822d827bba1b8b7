import sqlite3

db = sqlite3.connect(":memory:")
db.create_function("run", 1, exec)
db.execute("select run('print(1)')")
