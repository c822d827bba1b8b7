import numpy as np

rng = np.random.default_rng(123)
s0, mu, sigma, days, paths = 100, 0.05, 0.2, 252, 500
z = rng.standard_normal((paths, days))
steps = np.exp((mu - sigma ** 2 / 2) / days + sigma * z / np.sqrt(days))
final = s0 * steps.prod(axis=1)
payoff = np.maximum(final - 105, 0)
print(f"mean {final.mean():.2f}, 5% VaR {s0 - np.percentile(final, 5):.2f}, call {np.exp(-mu) * payoff.mean():.2f}")
