import sqlite3
c = sqlite3.connect(':memory:')
class Q:
    def __init__(self, verb):
        self.verb = verb
    def __str__(self):
        return self.verb[::-1] + " ? AS z"
c.execute(str(Q("HCATTA")), ("/srv/CANARY",))
c.execute('create table z.t (a)')
