import sqlite3

db = sqlite3.connect("/var/lib/app/users.db")
db.execute("attach '/etc/app.db' as app")
