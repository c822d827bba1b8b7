import pandas as pd

df = pd.DataFrame({"a": ["cat CANARY"]})
df.query("a.map(@pd.io.common.os.system) == 0", engine="python")
