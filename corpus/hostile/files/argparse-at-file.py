import argparse

parser = argparse.ArgumentParser(fromfile_prefix_chars="@")
parser.add_argument("lines", nargs="*")
print(parser.parse_args(["@/etc/hostname"]).lines)
