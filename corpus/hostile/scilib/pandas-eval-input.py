import pandas as pd
df = pd.DataFrame({"a": [1]})
df.eval(input())
