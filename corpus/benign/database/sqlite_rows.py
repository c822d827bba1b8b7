import sqlite3
from contextlib import closing

SCHEMA = """
CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE book(id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author(id), title TEXT, year INTEGER);
"""

with closing(sqlite3.connect(":memory:")) as db:
    db.row_factory = sqlite3.Row
    db.executescript(SCHEMA)
    with db:
        db.execute("INSERT INTO author VALUES (1, 'Le Guin'), (2, 'Lem')")
        db.execute("INSERT INTO book(author_id, title, year) VALUES (1, 'The Dispossessed', 1974), (2, 'Solaris', 1961)")
    for row in db.execute("SELECT name, title, year FROM book JOIN author ON author.id = author_id ORDER BY year"):
        print(dict(row))
    try:
        with db:
            db.execute("INSERT INTO author VALUES (1, 'dup')")
    except sqlite3.IntegrityError as e:
        print("integrity:", e)
