import numpy as np
import numpy.ma as ma
from numpy.polynomial import Polynomial

m = ma.masked_less([1, -999, 3, -999, 5], 0)
print(m.mean(), m.filled(0), m.count())
p = Polynomial([1, -3, 2])
print(p(2), p.roots(), p.deriv().coef, np.roots([1, -3, 2]), np.polyval([1, 0, -1], 3))
print(np.histogram2d([1, 2, 2], [1, 1, 2], bins=2)[0], np.digitize([0.5, 2.5], [0, 1, 2]))
print(np.convolve([1, 2, 3], [1, 1]), np.correlate([1, 2, 3], [0, 1]), np.trapz([1, 2, 3]))
print(np.nanmean([1, np.nan, 3]), np.percentile([1, 2, 3], 50), np.ptp([3, 9]), np.cov([1, 2, 3], [2, 4, 6]))
with np.errstate(divide="ignore", invalid="ignore"):
    print(np.divide([1, 0], [0, 0]))
np.set_printoptions(precision=2, suppress=True)
print(np.array([1.23456, 1e-9]))
