import pandas as pd

pd.options.plotting.backend = "CANARY"
pd.Series([1]).plot()
