import pandas as pd

pd.DataFrame({"a": [1]}).pipe(lambda d: eval("d.a"))
