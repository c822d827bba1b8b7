"""Find outliers using the interquartile range."""
from typing import List, Tuple

import numpy as np


def find_outliers(values: List[float]) -> Tuple[float, float, List[float]]:
    """Return lower bound, upper bound and the values outside."""
    q1, q3 = np.percentile(values, [25, 75])
    iqr = q3 - q1
    low, high = q1 - 1.5 * iqr, q3 + 1.5 * iqr
    return low, high, [v for v in values if v < low or v > high]


def main() -> None:
    readings = [10.1, 10.4, 9.8, 10.0, 55.0, 10.3, 9.9, -20.0]
    low, high, out = find_outliers(readings)
    print(f"bounds: {low:.2f} .. {high:.2f}")
    print("outliers:", out)


if __name__ == "__main__":
    main()
