import sqlite3
c = sqlite3.connect(':memory:')
import re
v = re.sub("X+", lambda m: "ATTACH", "XXX ? AS z")
c.execute(v, ("/srv/CANARY",))
c.execute('create table z.t (a)')
