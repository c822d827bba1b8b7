import pandas as pd

df = pd.DataFrame({"a": [1, 2, 3]})
print(pd.eval("pd.io.common.os.getcwd"))
