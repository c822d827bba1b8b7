import pandas as pd
pd.set_option("display.width", 80)
pd.options.display.float_format = "{:.1f}".format
df = pd.DataFrame({"v": [1.234, 5.678]}, index=list("ab"))
print(df)
print(df.applymap(lambda x: x * 10))
print(df.assign(w=df.v.cumprod()).shape)
