import json
import pandas as pd

doc = {"id": 1, "user": {"name": "Ann", "tags": ["x", "y"]}, "items": [{"p": 1}, {"p": 2}]}

def flatten(value, prefix=""):
    if isinstance(value, dict):
        for k, v in value.items():
            yield from flatten(v, f"{prefix}{k}.")
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield from flatten(v, f"{prefix}{i}.")
    else:
        yield prefix[:-1], value

print(json.dumps(dict(flatten(doc)), indent=1))
print(pd.json_normalize(doc, "items", ["id"]))
