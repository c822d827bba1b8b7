import functools
import operator

import xml.etree.ElementTree as tree
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


def fetch(url):
    return pd.read_csv(url)


fetch(URL)
table.plot(backend="evil")
table.plot(backend="plotly")
hidden = "".join(chr(c - 1) for c in sorted([96, 96], key=abs))
setattr(keep, hidden, 1)
print(hidden.format(keep))
tree.ElementTree(tree.Element("a")).write("/root/x.xml")
