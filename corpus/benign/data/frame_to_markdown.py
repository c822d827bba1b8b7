import pandas as pd

df = pd.DataFrame({"lang": ["C", "Python"], "year": [1972, 1991]})
header = "| " + " | ".join(df.columns) + " |"
line = "|" + "|".join("---" for _ in df.columns) + "|"
body = "\n".join("| " + " | ".join(str(v) for v in row) + " |" for row in df.values)
print("\n".join([header, line, body]))
