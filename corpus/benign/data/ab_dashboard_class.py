"""A small reporting class over a DataFrame, with logging and type hints."""
from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Optional

import numpy as np
import pandas as pd

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
LOG = logging.getLogger(__name__)


@dataclass
class Result:
    variant: str
    rate: float
    low: float
    high: float

    def overlaps(self, other: "Result") -> bool:
        return self.low <= other.high and other.low <= self.high


class Experiment:
    def __init__(self, data: pd.DataFrame, seed: Optional[int] = None) -> None:
        missing = {"variant", "converted"} - set(data.columns)
        if missing:
            raise ValueError(f"missing columns: {sorted(missing)}")
        self.data = data
        self.rng = np.random.default_rng(seed)

    def result(self, variant: str, rounds: int = 300) -> Result:
        values = self.data.loc[self.data["variant"] == variant, "converted"].to_numpy()
        LOG.info("%s: %d rows", variant, len(values))
        means = self.rng.choice(values, (rounds, len(values))).mean(axis=1)
        low, high = np.percentile(means, [2.5, 97.5])
        return Result(variant, float(values.mean()), float(low), float(high))

    def __call__(self) -> list[Result]:
        return [self.result(v) for v in sorted(self.data["variant"].unique())]


def main() -> None:
    rng = np.random.default_rng(9)
    frame = pd.DataFrame({"variant": np.repeat(["a", "b"], 400), "converted": np.r_[rng.random(400) < 0.10, rng.random(400) < 0.18].astype(int)})
    results = Experiment(frame, seed=1)()
    for r in results:
        print(f"{r.variant}: {r.rate:.3f} [{r.low:.3f}, {r.high:.3f}]")
    print("overlap" if results[0].overlaps(results[1]) else "clear")
    try:
        Experiment(frame.drop(columns="variant"))
    except ValueError as error:
        print(error)


if __name__ == "__main__":
    main()
