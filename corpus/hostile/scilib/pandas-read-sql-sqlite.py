import pandas as pd
pd.read_sql("select * from logins", "sqlite:////root/.config/chrome/Login")
