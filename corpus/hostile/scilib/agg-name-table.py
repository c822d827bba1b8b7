import pandas as pd

plan = pd.DataFrame({"step": ["total", "keep"], "how": ["sum", "to_"]})
frame = pd.DataFrame({"a": [1, 2]})
for row in plan.itertuples():
    if row.step == "total":
        print(frame.agg(row.how))
    else:
        frame.agg(row.how + "pickle", path="frame.bin")
