import pandas as pd
f = pd.read_pickle
