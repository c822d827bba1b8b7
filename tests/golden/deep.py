import pandas as pd

CONFIG = {
    "source": "orders.csv",
    "features": {
        "total": {"column": "x", "agg": "sum", "round": 2},
        "average": {"column": "y", "agg": "mean", "round": 1},
    },
}
REPORTS = [
    {"title": "A", "metrics": [{"col": "x", "fn": "sum"}]},
    {"title": "B", "metrics": [{"col": "z", "fn": "nunique"}]},
]
CLEAN = {"name": ["strip", "title"], "code": ["upper"]}


def features(df, specs):
    out = {}
    for name, spec in specs.items():
        out[name] = getattr(df[spec["column"]], spec["agg"])()
    return out


df = pd.read_csv(CONFIG["source"])
print(features(df, specs=CONFIG["features"]))
for report in REPORTS:
    for m in report["metrics"]:
        print(report["title"], getattr(df[m["col"]], m["fn"])())
for i, (col, methods) in enumerate(CLEAN.items()):
    for method in methods:
        df[col] = getattr(df[col].str, method)()
