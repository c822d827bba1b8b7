import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--part", choices=["real", "imag"], default="real")
parser.add_argument("--inner", choices=["real", "__class__"])
args = parser.parse_args()
print(getattr(3, args.part))
print(getattr(3, args.inner))
