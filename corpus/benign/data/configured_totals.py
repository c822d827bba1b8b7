"""Totals that a list of specifications asks for."""
import pandas as pd

ALLOWED = {"sum", "mean", "median", "max"}
SPECS = [line.split() for line in """
amount sum
amount mean
units max
""".strip().splitlines()]

sales = pd.DataFrame({
    "region": ["north", "south", "north", "east"],
    "amount": [12.5, 7.0, 3.25, 9.0],
    "units": [3, 1, 2, 4],
})
by_region = sales.groupby("region")
for column, how in SPECS:
    if how not in ALLOWED:
        raise ValueError(f"{how!r} is not one of {sorted(ALLOWED)}")
    print(column, how, getattr(by_region[column], how)().round(2).to_dict())
