import pandas as pd
pd.DataFrame([1]).to_gbq("a.b")
