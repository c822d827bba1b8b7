import sqlite3


class Store:
    def __init__(self, path):
        self.con = sqlite3.connect(path)

    def rows(self, sql, params=()):
        return self.con.execute(sql, params).fetchall()

    def add(self, table, row):
        keys = list(row)
        marks = ", ".join("?" for _ in keys)
        self.con.execute(f"insert into {table} ({', '.join(keys)}) values ({marks})", [row[k] for k in keys])


s = Store(":memory:")
s.con.execute("create table t (a integer, b text)")
s.add("t", {"a": 1, "b": "x"})
sql, params = "select * from t where 1 = 1", []
for column, value in {"a": 1, "b": "x"}.items():
    sql += f" and {column} = ?"
    params.append(value)
print(s.rows(sql, params))
