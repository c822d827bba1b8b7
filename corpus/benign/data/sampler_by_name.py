import numpy as np
import pandas as pd

SPECS = {
    "normal": {"loc": 0.0, "scale": 1.0},
    "exponential": {"scale": 2.0},
    "poisson": {"lam": 4},
    "uniform": {"low": -1, "high": 1},
}


class Sampler:
    def __init__(self, seed=None):
        self.rng = np.random.default_rng(seed)

    def sample(self, dist, size, **params):
        return getattr(self.rng, dist)(size=size, **params)


def describe(x):
    return {
        "mean": np.mean(x),
        "std": np.std(x, ddof=1),
        "skew": float(((x - x.mean()) ** 3).mean() / x.std() ** 3),
        "p95": np.percentile(x, 95),
    }


def main():
    s = Sampler(123)
    rows = {}
    for dist, params in SPECS.items():
        rows[dist] = describe(s.sample(dist, 10_000, **params))
    df = pd.DataFrame.from_dict(rows, orient="index")
    print(df.round(3))
    df.to_json("samples.json", orient="index", indent=1)


if __name__ == "__main__":
    main()
