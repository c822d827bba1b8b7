import pandas as pd
pd.DataFrame({"a": [1]}).eval("a.to_csv('/var/tmp/CANARY')", engine="python")
