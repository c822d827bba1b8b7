import argparse
p = argparse.ArgumentParser(None, None, None, None, [], argparse.HelpFormatter, "-", "@")
p.add_argument("x")
print(p.parse_args(["@/etc/hostname"]))
