import pandas as pd
import statsmodels.formula.api as smf

df = pd.read_csv("a.csv")
base = "y ~ x1"
formulas = [base]
for c in ["x2", "C(g)"]:
    base += f" + {c}"
    formulas.append(base)
formulas.append("y ~ x1 * x2")
for f in formulas:
    print(smf.ols(f, data=df).fit().aic)
models = {f: smf.ols(f, data=df) for f in formulas}
