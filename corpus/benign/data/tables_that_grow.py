"""Tables and matrices put together, crossed and broadcast, of modest size."""

# ---- np kron
import numpy as np
h = np.array([[1, 1], [1, -1]])
H = h
for _ in range(6):
    H = np.kron(H, h)
print(H.shape)

# ---- pd append loop
import pandas as pd
df = pd.DataFrame({"a": [1, 2]})
for _ in range(5):
    df = pd.concat([df, df])
print(len(df))

# ---- pd cross
import pandas as pd
s = pd.DataFrame({"size": ["S", "M", "L"]})
c = pd.DataFrame({"colour": ["red", "blue"]})
print(s.merge(c, how="cross"))

# ---- pd merge
import pandas as pd
a = pd.DataFrame({"k": range(1000), "v": range(1000)})
b = pd.DataFrame({"k": range(0, 1000, 2), "w": range(500)})
print(a.merge(b, on="k", how="left").isna().sum())

# ---- np dist
import numpy as np
x = np.random.rand(1000, 3)
d = np.sqrt(((x[:, None, :] - x[None, :, :]) ** 2).sum(-1))
print(d.mean())

# ---- pd dates
import pandas as pd
idx = pd.date_range("2020-01-01", "2023-12-31", freq="D")
s = pd.Series(range(len(idx)), index=idx)
print(s.resample("MS").mean().tail())
