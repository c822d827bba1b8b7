import pandas as pd

pd.compat.pickle_compat.loads(b"")
