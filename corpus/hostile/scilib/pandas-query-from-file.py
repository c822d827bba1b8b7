import json
import pandas as pd


class Filter:
    def __init__(self, path):
        with open(path) as f:
            self.rule = json.load(f)["rule"]


df = pd.read_csv("data.csv")
print(df.query(Filter("filter.json").rule))
