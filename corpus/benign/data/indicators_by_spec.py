"""Moving averages chosen by small specs such as "sma:3"."""
import pandas as pd


class Indicators:
    def __init__(self, prices: pd.Series):
        self.prices = prices

    def sma(self, n=5):
        return self.prices.rolling(n).mean()

    def ema(self, n=5):
        return self.prices.ewm(span=n).mean()

    def momentum(self):
        return self.prices.diff().fillna(0)

    def compute(self, specs):
        out = {}
        for spec in specs:
            name, _, arg = spec.partition(":")
            method = getattr(self, name)
            out[spec] = method(int(arg)) if arg else method()
        return pd.DataFrame(out)


def summarise(table, how="mean", *, digits=2):
    if how not in ("mean", "min", "max"):
        raise ValueError(how)
    return getattr(table, how)().round(digits)


if __name__ == "__main__":
    series = pd.Series([10, 11, 12, 11, 13, 14, 13, 15, 16, 15], dtype=float)
    table = Indicators(series).compute(["sma:3", "ema:4", "momentum"])
    for how in ("mean", "max"):
        print(how, summarise(table, how).to_dict())
    freqs = {"rolling": {"window": 2}, "expanding": {"min_periods": 1}}
    for name, kwargs in freqs.items():
        print(name, getattr(series, name)(**kwargs).sum().tolist()[-1])
