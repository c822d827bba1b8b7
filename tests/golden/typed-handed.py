import argparse

import pandas as pd


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--where")
    args = parser.parse_args(argv)
    return pd.read_csv("a.csv").query(args.where)


main(["--where", "".join(reversed(open("w").read()))])
