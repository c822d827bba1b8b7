from sklearn.preprocessing import PolynomialFeatures
import numpy as np
PolynomialFeatures(degree=40).fit_transform(np.random.rand(1000, 60))
