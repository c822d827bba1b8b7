"""Summarise a CSV file from the command line.

Usage: summary.py [FILE] [--column NAME]
"""
import argparse
import csv
import os
import sys


def parse_args(argv=None):
    parser = argparse.ArgumentParser(description="Summarise one column of a CSV file.")
    parser.add_argument("file", nargs="?", default="sample.csv")
    parser.add_argument("--column", default="value")
    parser.add_argument("-v", "--verbose", action="store_true")
    return parser.parse_args(argv)


def summarise(path, column):
    with open(path, newline="") as f:
        values = [float(r[column]) for r in csv.DictReader(f) if r[column]]
    if not values:
        raise ValueError("no values")
    return {"n": len(values), "min": min(values), "max": max(values), "mean": sum(values) / len(values)}


def main():
    args = parse_args()
    if not os.path.exists(args.file):
        with open(args.file, "w") as f:
            f.write("id,value\n1,3.5\n2,4.5\n3,\n")
    try:
        result = summarise(args.file, args.column)
    except (OSError, KeyError, ValueError) as e:
        print(f"error: {e}", file=sys.stderr)
        sys.exit(1)
    for key, value in result.items():
        print(f"- **{key}**: {value}")


if __name__ == "__main__":
    main()
