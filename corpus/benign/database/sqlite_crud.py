import sqlite3

conn = sqlite3.connect("todo.db")
cur = conn.cursor()
cur.execute("CREATE TABLE IF NOT EXISTS todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL, done INTEGER DEFAULT 0)")
cur.executemany("INSERT INTO todo (title) VALUES (?)", [("buy milk",), ("write tests",), ("sleep",)])
cur.execute("UPDATE todo SET done = 1 WHERE title = ?", ("sleep",))
conn.commit()
for row in cur.execute("SELECT id, title, done FROM todo ORDER BY id"):
    print(row)
cur.execute("DELETE FROM todo WHERE done = 1")
print(cur.rowcount, "deleted")
conn.close()
