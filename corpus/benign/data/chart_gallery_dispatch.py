"""Generate several kinds of charts for a dataset."""
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

PLOTS = [
    ("bar", {"color": "tab:blue"}),
    ("barh", {"color": "tab:orange"}),
    ("scatter", {"alpha": 0.5}),
    ("plot", {"linewidth": 2}),
]


def make_data(n=50, seed=1):
    rng = np.random.default_rng(seed)
    return pd.DataFrame({"x": np.arange(n), "y": rng.normal(size=n).cumsum()})


def draw(ax, method, x, y, **kwargs):
    func = getattr(ax, method)
    func(x, y, **kwargs)
    ax.set_title(method.title())
    ax.grid(True, alpha=0.3)


def main():
    df = make_data()
    fig, axs = plt.subplots(2, 2, figsize=(10, 8), sharex=False)
    for ax, (method, kw) in zip(axs.ravel(), PLOTS):
        draw(ax, method, df["x"], df["y"], **kw)
    fig.suptitle("Chart gallery")
    fig.tight_layout()
    fig.savefig("gallery.png")
    for kind in ("line", "hist", "kde"):
        ax = getattr(df["y"].plot, kind)()
        ax.figure.savefig(f"y_{kind}.png")
        plt.close(ax.figure)


if __name__ == "__main__":
    main()
