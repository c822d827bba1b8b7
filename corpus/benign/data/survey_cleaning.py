import pandas as pd

raw = pd.DataFrame({
    "Age ": ["23", "n/a", "41", " 35"],
    " Income": ["1,200", "2,500", "", "3,100"],
})
raw.columns = [c.strip().lower() for c in raw.columns]
clean = raw.apply(lambda col: pd.to_numeric(col.str.strip().str.replace(",", ""), errors="coerce"))
print(clean)
print(clean.median().to_dict())
print(clean.isna().mean())
