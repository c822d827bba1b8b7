import pandas as pd
pd.read_sql("select 1", "postgresql://u:p@127.0.0.1:9/db")
