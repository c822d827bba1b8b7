import pandas as pd

df = pd.DataFrame({"color": ["red", "blue", "red", "green"], "size": [1, 2, 3, 4]})
encoded = pd.get_dummies(df, columns=["color"], prefix="c")
print(encoded.astype(int))
codes, uniques = pd.factorize(df["color"])
print(codes, list(uniques))
