import pandas as pd


def plot_bar(df):
    print(df)


def plot_line(df):
    return df.plot()


df = pd.read_csv("t.csv")
for kind in df:
    globals()[f"plot_{kind}"](df)
    draw = globals().get("plot_" + kind)
print(plot_bar.__code__.co_varnames[:plot_bar.__code__.co_argcount])
