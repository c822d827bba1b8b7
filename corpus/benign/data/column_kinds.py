import pandas as pd
from pandas.api.types import is_datetime64_any_dtype, is_numeric_dtype, is_string_dtype

df = pd.DataFrame({
    "when": pd.date_range("2024-01-01", periods=4),
    "city": ["Oslo", "Bergen", "Oslo", "Tromso"],
    "rain": [1.5, 0.0, 7.2, 3.3],
})
for column in df:
    if is_datetime64_any_dtype(df[column]):
        print(column, "from", df[column].min().date(), "to", df[column].max().date())
    elif is_numeric_dtype(df[column]):
        print(column, "mean", round(df[column].mean(), 2))
    elif is_string_dtype(df[column]) or pd.api.types.is_object_dtype(df[column]):
        print(column, df[column].value_counts().to_dict())
