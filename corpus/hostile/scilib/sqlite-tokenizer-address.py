import sqlite3

con = sqlite3.connect(":memory:")
con.execute('select "FTS3_TOKENIZER"(?, ?)', ("simple", bytes(8)))
con.execute("create virtual table t using fts3(a)")
