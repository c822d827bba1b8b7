import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from statsmodels.formula.api import logit

df = pd.read_csv("trial.csv")
terms = ["age", "C(site)"]
smf.ols("y ~ x * C(g, Treatment('a')) + np.log(z):w - 1", data=df).fit()
smf.ols("y ~ " + " + ".join(terms), data=df).fit()
print([smf.ols(f"{m} ~ group", data=df).fit().rsquared for m in ("height", "weight")])
logit(open("formula.txt").read(), df)
smf.ols("y ~ open('x').read()", data=df)
smf.ols("y ~ open\n('x')", data=df)
smf.ols("y ~ x.__class__", data=df)
smf.ols("y ~ C(x)(1)", data=df)
smf.ols("y ~ f'{x}'", data=df)
sm.OLS.from_formula("y ~ np.load('x')", df)
print([smf.ols(f"y ~ {m}('x')", data=df) for m in ("open", "eval")])
