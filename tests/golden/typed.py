import argparse
import logging
import os
import sys

import pandas as pd
import yaml


class Shouts:
    def upper(self):
        return "__globals__"


def level(args):
    return getattr(logging, args.level.upper()), getattr(os, args.level.upper())


parser = argparse.ArgumentParser()
parser.add_argument("--where", default=open("w").read())
parser.add_argument("--level", default="INFO")
sys.argv[1:] = ["--where", "@" + "f()"]
args = parser.parse_args()
df = pd.read_csv("a.csv").query(args.where)
print(level(args), getattr(level, Shouts().upper()))
for row in df.itertuples():
    for name in df.columns:
        print(getattr(row, name), getattr(row, name)(), getattr(getattr(row, name), name)())
print(yaml.load(open("a"), Loader=yaml.SafeLoader), yaml.load(open("a"), yaml.CSafeLoader))
print(yaml.load(open("a"), Loader=yaml.Loader), yaml.load(open("a")))
print(yaml.load(yaml.SafeLoader, Loader=open("a")), yaml.load(*[open("a")], Loader=yaml.SafeLoader))
