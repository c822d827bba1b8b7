import numpy as np

people = np.array([("Ann", 31, 1.7), ("Bo", 25, 1.8)], dtype=[("name", "U10"), ("age", "i4"), ("height", "f4")])
print(np.sort(people, order="age")["name"], people["height"].mean().round(2))
x = np.linspace(0, 1, 5)
print(np.diff(x), np.cumsum(x), np.clip(x, 0.2, 0.8), np.roll(x, 1))
print(np.where(x > 0.5)[0], np.argsort(-x), np.allclose(x, x + 1e-12), np.einsum("i,i->", x, x))
vec = np.vectorize(lambda a, b: a if a > b else b)
print(vec([1, 5], [3, 2]), np.isnan(np.array([1, np.nan])).sum(), np.random.seed(0))
