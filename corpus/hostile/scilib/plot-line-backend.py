import pandas as pd

with open("plotter.py", "w") as f:
    f.write("def plot(data, kind, **options):\n    print(kind)\n")
pd.Series([3, 1, 2]).plot.line(backend="plotter")
