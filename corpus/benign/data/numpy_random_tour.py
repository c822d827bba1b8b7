import numpy as np
from numpy.random import default_rng, SeedSequence

rng = default_rng(2024)
print(rng.integers(0, 10, 5), rng.random(2).round(3), rng.permutation(5))
print(rng.binomial(10, 0.3, 3), rng.poisson(4, 3), rng.multinomial(6, [0.5, 0.5]))
print(rng.multivariate_normal([0, 0], [[1, .5], [.5, 1]], 2).shape)
old = np.random.RandomState(1)
print(old.randint(0, 5, 3), old.normal(size=2).round(2))
np.random.seed(7)
print(np.random.rand(2).round(2), np.random.choice(["a", "b"], 3), np.random.uniform(1, 2))
np.random.shuffle(a := np.arange(4))
print(sorted(a), len(SeedSequence(1).spawn(2)))
