import polars as pl
pl.read_csv("/etc/passwd"); pl.DataFrame({}).write_csv("/etc/x")
