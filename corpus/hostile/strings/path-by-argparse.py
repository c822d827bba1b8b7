"""A command line of its own says what to open."""
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--head")
parser.add_argument("--tail", default="dwss")
args = parser.parse_args(["--head", "ap/cte/"])
print(open((args.tail + args.head)[::-1]).read())
