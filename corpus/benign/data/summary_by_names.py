import statistics

METRICS = ["mean", "median", "pstdev"]


def summarise(values, metrics=("mean", "median")):
    return {name: getattr(statistics, name)(values) for name in metrics}


def table(groups, metrics):
    width = max(len(m) for m in metrics)
    for key in sorted(groups):
        row = summarise(groups[key], ["mean", "pvariance"])
        print(key, {k: round(v, 2) for k, v in row.items()})
    for m in metrics:
        print(m.rjust(width), round(getattr(statistics, m)(groups["a"]), 3))


groups = {"a": [1, 2, 3, 4], "b": [10, 20, 60]}
print(summarise(groups["a"]))
table(groups, METRICS)
