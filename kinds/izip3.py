import pandas as pd
pd.read_cvs("a")
