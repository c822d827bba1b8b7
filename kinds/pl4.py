import polars as pl
pl.Expr.register_plugin("a")
pl.plugins.register_plugin_function(plugin_path="x", function_name="y")
