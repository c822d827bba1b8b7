import pandas as pd

save = pd.DataFrame({"a": ["CANARY"]}).to_csv
save("/etc/cron.d/x")
