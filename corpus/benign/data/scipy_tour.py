import numpy as np
from scipy import integrate, interpolate, linalg, optimize, signal, sparse, spatial, special, stats
from scipy.cluster.hierarchy import fcluster, linkage

print(round(integrate.quad(np.cos, 0, np.pi / 2)[0], 4))
sol = integrate.solve_ivp(lambda t, y: -0.5 * y, (0, 4), [2.0], t_eval=[0, 2, 4])
print(sol.y.round(3))
f = interpolate.interp1d([0, 1, 2], [0, 10, 5], kind="linear")
print(float(f(0.5)), round(optimize.brentq(lambda x: x ** 2 - 2, 0, 2), 4))
print(round(linalg.det([[1, 2], [3, 4]]), 2), special.gamma(5), special.comb(5, 2))
b, a = signal.butter(2, 0.3)
print(signal.lfilter(b, a, np.ones(5)).round(2), signal.find_peaks([0, 2, 0, 3, 0])[0])
m = sparse.csr_matrix(([1, 2], ([0, 1], [1, 0])), shape=(2, 2))
print(m.toarray(), spatial.distance.cdist([[0, 0]], [[3, 4]]))
print(stats.describe([1, 2, 3]).mean, stats.chisquare([10, 12, 8]).pvalue.round(3), stats.zscore([1, 2, 3]).round(2))
print(fcluster(linkage([[0], [1], [10]]), t=5, criterion="distance"))
