import pandas as pd
a = pd.DataFrame({"k": [1] * 500_000, "x": range(500_000)})
m = a.merge(a, on="k")
print(len(m))
