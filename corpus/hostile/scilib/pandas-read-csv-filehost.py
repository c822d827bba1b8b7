import pandas as pd
pd.read_csv("file://localhost/etc/passwd", sep=":")
