import pandas as pd
import statsmodels.formula.api as smf

pupils = pd.read_csv("pupils.csv")
parts = {"class": "0 + C(klass)", "room": "0 + I(open('../left', 'w').write('x'))"}
fit = smf.mixedlm("score ~ hours", pupils, groups="school", vc_formula=parts).fit()
print(fit.summary())
