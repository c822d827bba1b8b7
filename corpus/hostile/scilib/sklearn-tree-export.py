from sklearn import tree
tree.export_graphviz(tree.DecisionTreeClassifier().fit([[1], [2]], [0, 1]), out_file="/root/x.dot")
