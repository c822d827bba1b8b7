import numpy as np
import pandas as pd

rng = np.random.default_rng(21)
close = pd.Series(100 * np.exp(np.cumsum(rng.normal(0, 0.01, 120))), index=pd.bdate_range("2024-01-01", periods=120), name="close")
df = close.to_frame()
df["sma"] = df["close"].rolling(20).mean()
df["ema"] = df["close"].ewm(span=12, adjust=False).mean()
df["ret"] = df["close"].pct_change()
df["log_ret"] = np.log(df["close"]).diff()
df["vol"] = df["ret"].rolling(20).std() * np.sqrt(252)
delta = df["close"].diff()
gain, loss = delta.clip(lower=0), -delta.clip(upper=0)
df["rsi"] = 100 - 100 / (1 + gain.rolling(14).mean() / loss.rolling(14).mean())
df["signal"] = np.sign(df["ema"] - df["sma"]).shift(1)
df["drawdown"] = df["close"] / df["close"].cummax() - 1
print(df.dropna().tail(3).round(3))
print("sharpe", round(df["ret"].mean() / df["ret"].std() * np.sqrt(252), 2), "max dd", round(df["drawdown"].min(), 3))
