import pandas as pd

df = pd.DataFrame({"email": ["a@x", "b@x", "a@x", "c@x", "b@x"], "visits": [1, 2, 3, 4, 5]})
print("duplicates:", df.duplicated("email").sum())
last = df.drop_duplicates("email", keep="last")
print(last)
combined = df.groupby("email")["visits"].agg(first="first", total="sum", n="size")
print(combined)
