"""Summarise a column by the function that is asked for."""
import argparse
import statistics


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agg", default="mean", choices=["mean", "median", "stdev"])
    parser.add_argument("--digits", type=int, default=2)
    args = parser.parse_args()
    rows = {"north": [3.5, 4.25, 8.0], "south": [1.0, 2.5, 2.75]}
    for region, values in sorted(rows.items()):
        result = getattr(statistics, args.agg)(values)
        print(f"{region:<8}{round(result, args.digits):>8}")


if __name__ == "__main__":
    main()
