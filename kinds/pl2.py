import polars as pl
pl.scan_parquet("s3://b/a")
