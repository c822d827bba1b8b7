import pandas as pd
import statsmodels.formula.api as smf

df = pd.read_csv("a.csv")
word = open("w").read()


def spare(names):
    names.append(word)


def joined(covariates):
    return smf.ols("y ~ " + " + ".join(covariates), df)


def aliased():
    terms = ["a"]
    other = terms
    other.append(word)
    return smf.ols("y ~ " + " + ".join(terms), df)


def handed():
    terms = ["a"]
    spare(terms)
    return smf.ols("y ~ " + " + ".join(terms), df)


def appended():
    terms = []
    for r in range(3):
        terms.append(f"lag{r}" if r > 0 else word)
    return smf.ols("y ~ " + " + ".join(terms), df)


def compared():
    for r in word:
        smf.ols(f"y ~ lag{r}" if r == 0 else f"y ~ lead{r}", df)
        smf.ols("y ~ " + (f"lag{r}" if r > 0 else f"lead{r}"), df)


def begun():
    for part in ("(word)", "n('x')"):
        smf.ols(f"y ~ ope{part}", df)
        smf.ols(f"y ~ print {part}", df)


def quoted():
    for part in ("a', print('b", "c"):
        smf.ols(f"y ~ C(g, Treatment('{part}'))", df)


def called():
    for name in ("open", "print"):
        smf.ols(f"y ~ {name}('x')", df)
        smf.ols(f"y ~ np.{name}(x)", df)


def fine(extra=("a", "b")):
    terms = [f"lead{abs(r)}" if r < 0 else f"lag{r}" for r in range(-3, 3)]
    for name in ["a", "I(b**2)"]:
        smf.ols(f"y ~ {name} + x", df)
        terms.append(name)
    smf.ols("y ~ " + " + ".join(terms + ["C(g)"]), df)
    return smf.ols(f"y ~ {' * '.join(sorted(extra))}", df)


fine()
joined(word.split())
