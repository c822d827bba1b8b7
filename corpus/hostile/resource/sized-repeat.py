import pandas as pd
pd.Series([1]).repeat(10**12)
