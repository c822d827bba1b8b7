import pandas as pd

for name, value in [("display.max_rows", 100), ("display.max_colwidth", 40)]:
    pd.set_option(name, value)
pd.set_option("display.width", 120, "display.precision", 3)
with pd.option_context("display.max_rows", 5, "display.float_format", "{:.1f}".format):
    print(pd.DataFrame({"a": [1.0, 2.0]}))
lo, hi = 1, 3
df = pd.DataFrame({"a": [1, 2, 3]})
print(df.query("a > @lo and a < @hi"), df.query(f"a > {df.a.mean()}"))
