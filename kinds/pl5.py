import polars as pl
pl.DataFrame.deserialize("a"); pl.LazyFrame({}).show_graph(); pl.DataFrame({}).write_database("t", "sqlite://")
