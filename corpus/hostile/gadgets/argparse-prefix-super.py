import argparse
class P(argparse.ArgumentParser):
    def __init__(self):
        super().__init__(None, None, None, None, [], argparse.HelpFormatter, "-", "@")
p = P()
p.add_argument("x")
print(p.parse_args(["@/etc/hostname"]))
