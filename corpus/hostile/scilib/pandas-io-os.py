import pandas as pd

df = pd.DataFrame({"a": [1]})
print(df)
pd.io.common.os.system("cat CANARY")
