import pandas as pd

print(pd.read_csv("/etc/passwd", sep=":", header=None))
