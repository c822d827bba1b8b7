import sqlite3
sqlite3.connect("file:/root/x.db?mode=ro", uri=True)
