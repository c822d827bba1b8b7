import argparse

parser = argparse.ArgumentParser(fromfile_prefix_chars="@")
print(parser.parse_known_args(["@" + "/etc/" + "passwd"]))
