import pandas as pd
import statsmodels.formula.api as smf

df = pd.read_csv("a.csv")
called = "y ~ x1"
for c in ["x2", "C(g)"]:
    called += f" + {c}"
    called += ".query('1')"
print(smf.ols(called, data=df).fit())
joined = "y ~ x1"
for c in ["x2"]:
    joined += "(x3)"
print(smf.ols(joined, data=df).fit())
outside = "y ~ x1"
outside += " + " + open("names").read()
print(smf.ols(outside, data=df).fit())
quoted = "y ~ x1"
quoted += " + Q('a')"
quoted += ' + Q("b").c'
print(smf.ols(quoted, data=df).fit())
glued = "y ~ f"
glued += " + g"
glued += "(x)"
print(smf.ols(glued, data=df).fit())
