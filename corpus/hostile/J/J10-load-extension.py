import sqlite3

db = sqlite3.connect("x")
db.enable_load_extension(True)
