from datetime import timedelta

import numpy as np
import pandas as pd

days = np.arange(3)
days = np.arange(len(days), len(rows))
rows = pd.Series(np.arange(len(days)), index=np.arange(len(rows), len(days)))
print(rows, days, timedelta(1))
