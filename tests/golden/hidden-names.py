import os
import tomllib
from itertools import accumulate, compress, cycle

parts = tomllib.loads('head = "HO"\ntail = "_ME"')
print(os.environ.get(parts["head"] + parts["tail"]))
print(os.environ[input() + "_ME"])
text = "".join(compress("{x0x.x_x_x}x", cycle([1, 0])))
print(text.format(1))
print(open(list(accumulate(["/et", "c/pass", "wd"]))[-1]).read())


class Row(dict):
    def __missing__(self, key):
        return key


row = Row()
print(open((row["dwssa"] + row["p/cte/"])[::-1]).read())
try:
    raise ValueError("dwssa", "p/cte/")
except ValueError as error:
    print(open("".join(error.args)[::-1]).read())
try:
    print(int(input()))
except ValueError as error:
    print(open(str(error) + ".txt").read())
