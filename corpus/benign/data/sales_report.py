"""Generate a monthly sales report from synthetic data."""
import os
import sys
import logging
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pandas as pd

logging.basicConfig(level=logging.INFO, format="%(asctime)s [%(levelname)s] %(message)s")
logger = logging.getLogger(__name__)

OUTPUT_DIR = Path("output")
OUTPUT_DIR.mkdir(parents=True, exist_ok=True)


def make_data(n=500, seed=42):
    rng = np.random.default_rng(seed)
    start = datetime(2024, 1, 1)
    dates = [start + timedelta(days=int(d)) for d in rng.integers(0, 365, n)]
    return pd.DataFrame({
        "date": pd.to_datetime(dates),
        "region": rng.choice(["North", "South", "East", "West"], n),
        "product": rng.choice(list("ABC"), n),
        "units": rng.poisson(12, n),
        "price": rng.normal(20, 3, n).round(2),
    })


def main():
    df = make_data()
    df["revenue"] = df["units"] * df["price"]
    monthly = df.groupby([df["date"].dt.to_period("M"), "region"])["revenue"].agg(["sum", "mean", "count"])
    logger.info("rows: %d", len(df))
    pivot = df.pivot_table(index=df["date"].dt.month, columns="region", values="revenue", aggfunc="sum", fill_value=0)
    top = df.query("revenue > @df.revenue.quantile(0.95)") if False else df[df.revenue > df.revenue.quantile(0.95)]
    pivot.to_csv(OUTPUT_DIR / "pivot.csv")
    monthly.reset_index().to_json(str(OUTPUT_DIR / "monthly.json"), orient="records", date_format="iso", default_handler=str)
    with open(os.path.join(OUTPUT_DIR, "summary.txt"), "w", encoding="utf-8") as fh:
        fh.write(f"Top orders: {len(top)}\n")
        for region, total in df.groupby("region")["revenue"].sum().sort_values(ascending=False).items():
            fh.write(f"{region:<10}{total:>12,.2f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
