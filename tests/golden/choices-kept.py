import argparse

parser = argparse.ArgumentParser()
option = parser.add_argument("--part", choices=["real", "imag"])
option.type = print
args = parser.parse_args()
print(getattr(3, args.part))
