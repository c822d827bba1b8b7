import pandas as pd
x = pd.ExcelFile("https://127.0.0.1:9/x.xlsx")
print(x.sheet_names)
