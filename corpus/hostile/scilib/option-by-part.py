import pandas as pd

with open("plotter.py", "w") as f:
    f.write("def plot(data, kind, **options):\n    print(kind)\n")
with pd.option_context("display.width", 90, "ting.backend", "plotter"):
    pd.Series([1, 2]).plot()
