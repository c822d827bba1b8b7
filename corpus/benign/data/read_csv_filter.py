import pandas as pd

with open("people.csv", "w") as f:
    f.write("name,age,city\nAda,36,London\nAlan,41,Manchester\nGrace,85,New York\nLinus,54,Portland\n")

df = pd.read_csv("people.csv")
print(df.dtypes)
adults = df[(df["age"] > 40) & (df["city"] != "Portland")]
print(adults[["name", "age"]].to_string(index=False))
adults.to_csv("adults.csv", index=False)
print(open("adults.csv").read())
