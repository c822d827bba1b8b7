import pandas as pd

df = pd.DataFrame({
    "sex": list("MFMFFMMF"),
    "smoker": ["y", "n", "n", "n", "y", "y", "n", "n"],
    "age": [23, 34, 45, 52, 29, 61, 38, 44],
})
print(pd.crosstab(df["sex"], df["smoker"], margins=True))
print(df.groupby(["sex", "smoker"])["age"].mean().unstack())
print(df.describe().loc[["mean", "min", "max"]])
