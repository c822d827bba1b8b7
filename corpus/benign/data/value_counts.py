import pandas as pd

answers = pd.Series(["yes", "no", "yes", "maybe", "yes", "no"])
counts = answers.value_counts()
print(counts)
print((counts / counts.sum() * 100).round(1).astype(str) + " %")
print("unique:", answers.nunique(), "mode:", answers.mode()[0])
