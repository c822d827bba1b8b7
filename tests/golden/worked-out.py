import argparse
import itertools
import numpy as np
import seaborn as sns

PLOTS = [("bar", {"color": "b"}), ("barh", {"alpha": 0.5})]
WINDOWS = {"rolling": {"window": 7}, "expanding": {"min_periods": 1}}
STATS = ["mean", "std"]


def draw(ax, method, **kwargs):
    return getattr(ax, method)(**kwargs)


def resolve(name, skipna=True):
    if skipna:
        name = "nan" + name
    return getattr(np, name)


def by_keyword(x, *, how="sum", stats=STATS):
    return getattr(x, how)(), [getattr(x, s)() for s in stats]


parser = argparse.ArgumentParser()
parser.add_argument("--format", choices=["csv", "json"], default="csv")
parser.add_argument("--stats", nargs="+", choices=STATS, default=["mean"])
args = parser.parse_args()
for ax, (method, kw) in zip([1, 2], PLOTS):
    draw(ax, method, **kw)
for name, kw in WINDOWS.items():
    print(getattr(3, name)(**kw))
for i, name in enumerate(sorted(WINDOWS)):
    print(getattr(3, name))
for a, b in itertools.product(["cum"], ["sum", "max"]):
    print(getattr(3, f"{a}{b}"))
for stat in args.stats:
    print(resolve(stat), by_keyword(1, how="max"))
print(getattr(3, f"to_{args.format}"))
print(getattr(sns, f"{open('kind').read()}plot"))
RECIPES = [{"column": "a", "fill": "mean"}, {"column": "b", "fill": "min"}]
GROUPS = {"central": ["mean", "median"], "spread": ["std"]}


def fill(df, recipe):
    return df[recipe["column"]].fillna(getattr(df, recipe["fill"])())


def table(df, groups=None):
    groups = groups or ["central"]
    return [getattr(df, stat)() for g in groups for stat in GROUPS[g]]


def rolling(df, window, func="sum"):
    return getattr(df.rolling(window), func)()


for recipe in RECIPES:
    print(fill(args, recipe), table(args, ["spread"]), table(args))
print(open("x").pipe(rolling, 3, func="max"))
