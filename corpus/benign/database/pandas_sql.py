import sqlite3
import pandas as pd

con = sqlite3.connect("shop.db")
pd.DataFrame({"item": ["pen", "cup", "pen"], "qty": [3, 1, 4]}).to_sql("orders", con, index=False, if_exists="replace")
print(pd.read_sql("select item, sum(qty) as n from orders group by item", con))
con.close()
