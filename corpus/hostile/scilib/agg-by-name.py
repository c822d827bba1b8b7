import pandas as pd

pd.DataFrame({"a": [1]}).agg("to_pickle", path="/var/lib/CANARY")
