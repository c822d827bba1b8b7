import pandas as pd

raw = pd.DataFrame({"country": ["A", "B"], "gdp_2020": [1.0, 2.0], "gdp_2021": [1.5, 2.2], "pop_2020": [10, 20], "pop_2021": [11, 21]})
long = pd.wide_to_long(raw, stubnames=["gdp", "pop"], i="country", j="year", sep="_").reset_index()
long["per_head"] = long["gdp"] / long["pop"]
long = long.sort_values(["country", "year"], ascending=[True, False])
print(long.to_string(index=False, float_format=lambda v: f"{v:.3f}"))
styled = long.rename(columns=str.upper).set_index(["COUNTRY", "YEAR"])
styled.to_csv("long.csv")
with open("long.html", "w") as f:
    f.write(styled.to_html())
print(styled.index.names, styled.columns.tolist(), styled.loc[("A", 2021), "GDP"])
