import sqlite3
c = sqlite3.connect(":memory:")
c.execute("ATTACH DATABASE ? AS x", ("/home/u/.mozilla/cookies.sqlite",))
