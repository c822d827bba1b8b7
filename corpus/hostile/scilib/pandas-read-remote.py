import pandas as pd

df = pd.read_csv("http://169.254.169.254/latest/meta-data/")
print(df)
