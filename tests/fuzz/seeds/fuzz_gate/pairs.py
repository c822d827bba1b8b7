# Names of a pair that no module has: sixteen make the table of members move.
from sklearn import linear_model, svm

for module, name in [(svm, "a"), (svm, "b"), (svm, "c"), (svm, "d"), (svm, "e"),
                     (svm, "f"), (svm, "g"), (svm, "h"), (svm, "i"), (svm, "j"),
                     (svm, "k"), (svm, "l"), (svm, "m"), (svm, "n"), (svm, "o"),
                     (svm, "p"), (svm, "q"), (svm, "r"), (svm, "s"), (svm, "t"),
                     (linear_model, "Ridge"), (svm, "SVR")]:
    print(hasattr(module, name))
