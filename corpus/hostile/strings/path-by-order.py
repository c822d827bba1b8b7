import graphlib
X = list(graphlib.TopologicalSorter({"hostname": ["etc"], "etc": [""]}).static_order())
print(open("/".join(X)).read())
