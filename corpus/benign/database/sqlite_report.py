import sqlite3
import csv
import io
from contextlib import closing

SCHEMA = """
CREATE TABLE IF NOT EXISTS customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER REFERENCES customers(id) ON DELETE CASCADE,
    amount REAL CHECK (amount >= 0)
);
CREATE INDEX IF NOT EXISTS idx_orders_customer ON orders(customer_id);
"""


def dict_factory(cursor, row):
    return {col[0]: row[i] for i, col in enumerate(cursor.description)}


class Median:
    def __init__(self):
        self.v = []

    def step(self, x):
        if x is not None:
            self.v.append(x)

    def finalize(self):
        s = sorted(self.v)
        return s[len(s) // 2] if s else None


with closing(sqlite3.connect("shop.db")) as conn:
    conn.row_factory = dict_factory
    conn.execute("PRAGMA foreign_keys = ON")
    conn.create_aggregate("median", 1, Median)
    conn.create_function("shout", 1, lambda s: s.upper())
    with conn:
        conn.executescript(SCHEMA)
        conn.executemany("INSERT OR REPLACE INTO customers VALUES (?, ?)", [(1, "Ann"), (2, "Bob")])
        conn.executemany("INSERT INTO orders (customer_id, amount) VALUES (:c, :a)",
                         [{"c": 1, "a": 9.5}, {"c": 1, "a": 3}, {"c": 2, "a": 7}])
    table = "orders"
    cols = [r["name"] for r in conn.execute(f"PRAGMA table_info({table})")]
    print(cols)
    rows = conn.execute("""SELECT shout(c.name) AS name, COUNT(*) n, SUM(o.amount) total, median(o.amount) med
                           FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id ORDER BY total DESC""").fetchall()
    buf = io.StringIO()
    w = csv.DictWriter(buf, fieldnames=rows[0].keys())
    w.writeheader()
    w.writerows(rows)
    print(buf.getvalue())
    try:
        with conn:
            conn.execute("INSERT INTO orders (customer_id, amount) VALUES (99, 1)")
    except sqlite3.IntegrityError as e:
        print("rolled back:", e)
    backup = sqlite3.connect("backup.db")
    conn.backup(backup)
    backup.close()
