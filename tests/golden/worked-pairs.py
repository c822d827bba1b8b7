from operator import attrgetter
from sklearn import linear_model, svm

MODELS = [(linear_model, "Ridge", {"alpha": 1}), (svm, "SVR", {"C": 2})]
for module, cls, params in MODELS:
    print(getattr(module, cls)(**params))
SPECS = {"ridge": ("linear_model", "Ridge"), "svr": ("svm", "SVR")}
MODULES = {"linear_model": linear_model, "svm": svm}
for key in SPECS:
    module_name, cls_name = SPECS[key]
    print(getattr(MODULES[module_name], cls_name)())
print(open("x").read().period.apply(attrgetter("n")))


class Base:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def query(self, text):
        return text


with Base() as base:
    print(base.query(open("x").read() + "x"))
