import polars as pl
pl.read_csv("https://x.org/a.csv")
