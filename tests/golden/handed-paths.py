import functools
import operator

import pandas as pd

URL = "http://10.0.0.1/x.csv"
print(list(map(pd.read_csv, [URL])))
load = functools.partial(pd.read_csv, URL)
table = pd.DataFrame({"a": [1]})
getattr(table, "to_csv")("/root/x.csv")
operator.attrgetter("to_" + "json")(table)("/root/x.json")
pd.read_csv(*[URL])
pd.read_csv(**{"filepath_or_buffer": URL})
getattr(table, "eval")(input())


def keep(anything):
    anything.save("/root/x.png")
