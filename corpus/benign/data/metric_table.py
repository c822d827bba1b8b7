from dataclasses import dataclass

import pandas as pd


@dataclass
class Metric:
    name: str
    how: str


METRICS = [Metric("total", "sum"), Metric("average", "mean")]
df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
for m in METRICS:
    print(m.name, df["a"].agg(m.how))


def add(df, func, columns):
    for c in columns:
        df[c] = df[c].apply(func)
    return df


print(add(df, float, ["a", "b"]))
print(df.apply(lambda r, n: r["a"] + n, axis=1, args=(2,)))
