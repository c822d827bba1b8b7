import sqlite3
import pandas as pd
con = sqlite3.connect(":memory:")
pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}).to_sql("t", con, index=False, if_exists="replace")
print(pd.read_sql_query("select * from t where a > ?", con, params=(1,)))
print(pd.read_sql("select count(*) c from t", con=con)["c"].iloc[0])
