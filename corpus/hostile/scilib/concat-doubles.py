import pandas as pd
df = pd.DataFrame({"a": range(1000)})
for _ in range(50):
    df = pd.concat([df, df])
print(len(df))
