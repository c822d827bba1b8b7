import sqlite3
c = sqlite3.connect(':memory:')
class Where: pass
sqlite3.register_adapter(Where, lambda w: "/srv/CANARY")
c.execute("ATTACH ? AS z", (Where(),))
c.execute('create table z.t (a)')
