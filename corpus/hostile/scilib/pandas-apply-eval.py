import pandas as pd

s = pd.Series(["1 + 1", "2"])
print(s.apply(eval))
