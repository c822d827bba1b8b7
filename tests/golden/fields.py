from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Optional

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Metric:
    label: str
    column: str
    agg: str = "sum"

    def compute(self, df):
        return getattr(df[self.column], self.agg)()


class Rule(NamedTuple):
    column: str
    how: str
    window: int = 3


class Roller:
    def __init__(self, window, func="mean"):
        self.window = window
        self.func = func

    def apply(self, s):
        return getattr(s.rolling(self.window), self.func)()


class Widest(Roller):
    def __init__(self):
        super().__init__(30, "max")


class Base:
    method = None

    def of(self, s):
        return getattr(s, self.method)()


class Mean(Base):
    method = "mean"


@dataclass
class Step:
    name: str
    args: tuple = ()
    kwargs: dict = field(default_factory=dict)


@dataclass
class Window:
    column: str
    size: int = 7
    stat: str = field(default="mean")
    least: Optional[int] = None


class Pipeline:
    def __init__(self, steps):
        self.steps = steps

    def run(self, df):
        for step in self.steps:
            df = getattr(df, step.name)(*step.args, **step.kwargs)
        return df


METRICS = [Metric("Revenue", "amount"), Metric("N", "id", agg="count")]
RULES = (Rule("temp", "mean"), Rule("rain", "sum", 7))
RAW = [{"column": "x"}, {"column": "y", "stat": "max"}]
WINDOWS = [Window(**r) for r in RAW]
df = pd.read_csv("sales.csv")
for m in METRICS:
    print(m.label, m.compute(df))
for r in RULES:
    print(getattr(df[r.column].rolling(r.window), r.how)())
for roller in [Roller(3), Roller(14, func="std"), Widest()]:
    print(roller.apply(df["x"]))
print(Mean().of(df["x"]))
for w in WINDOWS:
    print(getattr(df[w.column].rolling(w.size), w.stat)())
print(Pipeline([Step("dropna"), Step("head", (10,))]).run(df))


def pivot(df, *, index, how):
    return getattr(df.groupby(index), how)()


for job in [dict(index="a", how="sum"), {"index": "b", "how": "mean"}]:
    print(pivot(df, **job))
