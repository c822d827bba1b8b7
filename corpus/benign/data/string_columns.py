import pandas as pd

df = pd.DataFrame({"full": ["Smith, John", "Doe, Jane", "Roe, Rick"],
                   "mail": ["john@x.org", "jane@y.com", "rick@x.org"]})
df[["last", "first"]] = df["full"].str.split(", ", expand=True)
df["domain"] = df["mail"].str.extract(r"@(\w+)\.")
df["short"] = df["first"].str[0] + df["last"].str.lower()
print(df[["short", "domain"]])
print(df.groupby("domain").size().to_dict())
