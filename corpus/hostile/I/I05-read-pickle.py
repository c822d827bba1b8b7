import pandas as pd

df = pd.read_pickle("x")
print(df.head())
