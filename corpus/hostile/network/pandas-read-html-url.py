import pandas as pd
print(pd.read_html("http://127.0.0.1:9/")[0])
