import polars as pl
x = pl.DataFrame({"a": [1]}).lazy().show_graph()
