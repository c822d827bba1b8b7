"""Generate a small report with chart from a CSV file.

Steps:
    1. create the example file
    2. load and clean the data
    3. compute statistics
    4. draw and save a chart
"""
import logging
from pathlib import Path

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

logging.basicConfig(level=logging.WARNING)
logger = logging.getLogger("report")
OUTPUT = Path("report")


def create_example(path: Path) -> None:
    path.write_text("date,visits,sales\n2024-01-01,100,5\n2024-01-02,,7\n2024-01-03,130,9\nbad,1,1\n")


def load(path: Path) -> pd.DataFrame:
    df = pd.read_csv(path)
    df["date"] = pd.to_datetime(df["date"], errors="coerce", format="%Y-%m-%d")
    before = len(df)
    df = df.dropna(subset=["date"]).fillna({"visits": 0})
    if len(df) < before:
        logger.info("dropped %d rows", before - len(df))
    return df.set_index("date")


def chart(df: pd.DataFrame, path: Path) -> None:
    fig, ax = plt.subplots()
    df["sales"].plot(ax=ax, marker="o")
    ax.set_title("Sales")
    fig.savefig(path)
    plt.close(fig)


def main() -> None:
    OUTPUT.mkdir(exist_ok=True)
    source = Path("input.csv")
    create_example(source)
    df = load(source)
    stats = df.agg(["sum", "mean", "max"]).round(2)
    (OUTPUT / "stats.txt").write_text(stats.to_string())
    chart(df, OUTPUT / "sales.png")
    print(stats)
    print(sorted(p.name for p in OUTPUT.iterdir()))


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        logger.exception("report failed: %s", error)
        raise SystemExit(1)
