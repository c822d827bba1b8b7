import pandas as pd

pd.Series(["print(1)"]).map(exec)
