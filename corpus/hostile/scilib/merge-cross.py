import pandas as pd
a = pd.DataFrame({"x": range(1_000_000)})
b = pd.DataFrame({"y": range(1_000_000)})
print(a.merge(b, how="cross").shape)
