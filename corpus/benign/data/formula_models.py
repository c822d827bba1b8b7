import numpy as np
import pandas as pd
import statsmodels.formula.api as smf

rng = np.random.default_rng(3)
df = pd.DataFrame({"dose": rng.uniform(0, 5, 60), "site": rng.choice(["a", "b"], 60)})
df["growth"] = 2 + 0.8 * df["dose"] + (df["site"] == "b") + rng.normal(0, 0.1, 60)
df["weight"] = df["growth"] ** 2
model = smf.ols("growth ~ dose + C(site)", data=df).fit()
print(model.params.round(1).to_dict())
for target in ["growth", "weight"]:
    fit = smf.ols(f"np.log({target}) ~ dose * C(site, Treatment('a'))", data=df).fit()
    print(target, fit.rsquared > 0.5)
