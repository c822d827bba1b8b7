import pandas as pd

df = pd.DataFrame({
    "dept": ["A", "A", "B", "B"],
    "sex": ["m", "f", "m", "f"],
    "applied": [825, 108, 560, 25],
    "admitted": [512, 89, 353, 17],
})
df["rate"] = (df.admitted / df.applied).round(3)
overall = df.groupby("sex")[["applied", "admitted"]].sum()
overall["rate"] = (overall.admitted / overall.applied).round(3)
print(df, overall, sep="\n")
