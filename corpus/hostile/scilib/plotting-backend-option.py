import pandas as pd

pd.set_option("plotting.backend", "CANARY")
pd.Series([1]).plot()
