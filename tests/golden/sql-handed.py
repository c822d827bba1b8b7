import sqlite3
from os import *


class Store:
    def __init__(self):
        self.con = sqlite3.connect(":memory:")

    def run(self, *arguments):
        return self.con.execute(*arguments)

    def ask(self, sql, parameters=()):
        return self.con.execute(sql, parameters)


store = Store()
store.run("ATTACH DATABASE ? AS y", ("/etc/one.db",))
store.ask("ATTACH DATABASE ? AS y", parameters=("/etc/two.db",))
store.con.executescript("select ';--'; attach '/etc/three.db' as y")
store.con.execute(*["ATTACH DATABASE ? AS y"], *[("/etc/four.db",)])
store.con.execute("INSERT INTO notes VALUES ('x; attach ''/etc/none.db''')")
store.con.execute("ATTACH DATABASE ? AS y", *input().split())
system("id")
