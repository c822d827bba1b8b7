from sklearn.datasets import fetch_openml
fetch_openml("mnist_784")
