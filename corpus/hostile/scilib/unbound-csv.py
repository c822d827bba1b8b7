import pandas as pd
pd.DataFrame.to_csv(pd.DataFrame([1]), "/var/tmp/CANARY")
