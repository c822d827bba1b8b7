import pandas as pd

pd.DataFrame({"a": [1]}).to_csv("/etc/cron.d/job", index=False)
