# Files that SQL opens; names that call a method; what only looks like them.
import operator
import sqlite3
from pathlib import Path

con = sqlite3.connect("a.db")
con.execute("attach ? as x", ("/srv/a.db",))
con.execute("attach :p as x", {"p": "/srv/b.db"})
args = ["vacuum into ?", ["/srv/c.db"]]
con.execute(*args)
con.executescript("create table t(a); ATTACH /**/ '/srv/d.db' AS y;")
con.execute(f"attach '{Path.home()}/.mozilla/e.db' as y")
con.execute("attach char(47, 102) as y")
list(map(con.execute, ["attach ? as x"], [("/srv/g.db",)]))
operator.methodcaller("execute", "attach ? as x", ("/srv/h.db",))(con)
list(Path.home().glob(".mozilla/*"))
getattr(Path("/etc"), "joinpath")("hosts").read_text()
"/".join(["", bytes.fromhex("70726f63").decode(), str(con), "environ"])
print(list(map(dict(k=getattr).get("k"), [con], [input()])))
con.execute("attach ? as x", ("other.db",))
con.execute("vacuum into 'copy.db'")


class Node:
    def __init__(self, left):
        self.left = left

    def _evaluate(self, env):
        return self.left._evaluate(env)
