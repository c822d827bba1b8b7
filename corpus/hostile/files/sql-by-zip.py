import sqlite3
c = sqlite3.connect(':memory:')
for s, p in zip(["ATTACH ? AS z"], ["/srv/CANARY"]):
    c.execute(s, (p,))
c.execute('create table z.t (a)')
