import pandas as pd

pd.DataFrame({"a": [1]}).to_pickle("/srv/app/cache.pkl")
