import argparse
import numpy as np
import pandas as pd

def main():
    p = argparse.ArgumentParser()
    p.add_argument("--input", default=None)
    p.add_argument("--output", default="trend.csv")
    p.add_argument("--window", type=int, default=3)
    a = p.parse_args()
    if a.input:
        df = pd.read_csv(a.input)
    else:
        df = pd.DataFrame({"y": np.arange(10) + np.tile([0, 1], 5)})
    df["smooth"] = df["y"].rolling(a.window, center=True).mean()
    df.to_csv(a.output, index=False)
    print(open(a.output).readline().strip(), df["smooth"].notna().sum())

if __name__ == "__main__":
    main()
