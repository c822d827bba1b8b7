import pandas as pd

list(map(pd.DataFrame({"a": ["CANARY"]}).to_csv, ["/etc/cron.d/x"]))
