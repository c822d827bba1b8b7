import argparse
class P(argparse.ArgumentParser):
    fromfile_prefix_chars = property(lambda s: "%", lambda s, v: None)
p = P()
p.add_argument("x", nargs="*")
print(p.parse_args(["%/etc/hostname"]))
