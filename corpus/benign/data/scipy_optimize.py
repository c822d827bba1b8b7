import numpy as np
from scipy.optimize import minimize, curve_fit

def model(x, a, b):
    return a * np.exp(-b * x)

x = np.linspace(0, 4, 30)
y = model(x, 2.5, 1.3)
params, cov = curve_fit(model, x, y, p0=(1, 1))
print(params.round(3))
res = minimize(lambda v: (v[0] - 1) ** 2 + (v[1] + 2) ** 2, x0=[0, 0])
print(res.x.round(3), res.success)
