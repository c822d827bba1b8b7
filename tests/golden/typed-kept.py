import argparse
import logging
import sys

import pandas as pd


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("csv")
    parser.add_argument("--where", default=None, help="a filter")
    parser.add_argument("--level", default="info", type=str)
    args = parser.parse_args(argv)
    level = args.level.upper()
    logging.basicConfig(level=getattr(logging, level, logging.INFO))
    df = pd.read_csv(args.csv)
    if args.where:
        df = df.query(args.where)
    for row in df.itertuples(index=False):
        print({name: getattr(row, name) for name in df.columns})


if __name__ == "__main__":
    sys.exit(main())
