"""Event study of a panel, from the command line: leads and lags, an optional filter, a log level."""
import argparse
import logging
import sys

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf
import yaml

log = logging.getLogger("study")
CONTROLS = ["size", "C(region)", "np.log(income)"]


def make_panel(rng):
    rows = []
    for unit in range(40):
        start = int(rng.integers(4, 9))
        for year in range(12):
            rows.append({"unit": unit, "year": year, "rel": year - start, "size": rng.normal(),
                         "region": "NS"[unit % 2], "income": float(rng.uniform(1, 9)),
                         "y": rng.normal() + (year >= start)})
    return pd.DataFrame(rows)


def event_study(df, window):
    df, terms = df.copy(), []
    for r in range(-window, window + 1):
        if r == -1:
            continue
        name = f"lead{abs(r)}" if r < 0 else f"lag{r}"
        df[name] = (df["rel"] == r).astype(int)
        terms.append(name)
    formula = "y ~ " + " + ".join(terms) + " + C(unit) + C(year)"
    return smf.ols(formula, data=df).fit(cov_type="HC1").params[terms]


def specifications(df):
    for control in CONTROLS:
        print(control, round(smf.ols(f"y ~ rel + {control}", data=df).fit().rsquared, 3))
    for degree in range(1, 4):
        powers = " + ".join(f"I(rel**{k})" for k in range(1, degree + 1))
        print(degree, round(smf.ols(f"y ~ {powers} + {' + '.join(CONTROLS)}", data=df).fit().aic, 1))


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--where", help="rows to keep, as for DataFrame.query")
    parser.add_argument("--window", type=int, default=2)
    parser.add_argument("--log-level", default="info")
    args = parser.parse_args(argv)
    logging.basicConfig(level=getattr(logging, args.log_level.upper(), logging.INFO))
    settings = yaml.load("seed: 3", Loader=yaml.SafeLoader)
    df = make_panel(np.random.default_rng(settings["seed"]))
    if args.where:
        df = df.query(args.where)
    log.info("%d rows", len(df))
    for row in df.head(2).itertuples(index=False):
        print({column: getattr(row, column) for column in df.columns})
    print(event_study(df, args.window).round(2).to_string())
    specifications(df)
    return 0


if __name__ == "__main__":
    sys.exit(main())
