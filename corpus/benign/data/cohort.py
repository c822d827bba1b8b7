import pandas as pd

events = pd.DataFrame({
    "user": [1, 1, 2, 2, 2, 3, 3],
    "month": pd.PeriodIndex(["2024-01", "2024-02", "2024-01", "2024-03", "2024-02", "2024-02", "2024-03"], freq="M"),
})
first = events.groupby("user")["month"].min().rename("cohort")
events = events.join(first, on="user")
events["age"] = (events["month"].astype("int64") - events["cohort"].astype("int64"))
table = events.groupby(["cohort", "age"])["user"].nunique().unstack(fill_value=0)
print(table)
