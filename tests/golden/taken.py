import argparse
from dataclasses import dataclass, fields

import pandas as pd

STATS = ["mean", "median"]
FILLS = {"age": {"fill": "median"}, "size": {}}


@dataclass
class Spec:
    how: str = "mean"
    limit: int = 3


class Resampler:
    OPS = {"t": "mean", "r": "sum"}

    def __init__(self, channels):
        self.channels = channels

    def spec(self, name):
        return self.channels.get(name, Spec())

    def method(self, name):
        return self.OPS[name]

    def run(self, df):
        for name in df:
            print(getattr(df[name], self.spec(name).how)())
            print(getattr(df[name], self.method(name))())


def table(a: Spec, b: Spec):
    return [getattr(a, f.name) == getattr(b, f.name) for f in fields(a)]


parser = argparse.ArgumentParser()
parser.add_argument("--stats", nargs="+", choices=STATS, default=STATS)
args = parser.parse_args()
df = pd.read_csv("t.csv")
for stat in args.stats:
    print(getattr(df, stat)())
for col, option in FILLS.items():
    print(getattr(df[col], option.get("fill", "mean"))())
Resampler({"t": Spec("max"), "r": Spec("sum")}).run(df)
print(table(Spec(), Spec("sum")))
print(getattr(df, max([Spec(), Spec("sum")], key=str).how)())
print(pd.eval("df.a + 2 * df.b > 3"))
