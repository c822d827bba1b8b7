import numpy as np


class Sampler:
    def __init__(self, seed, fallback="uniform"):
        self.rng = np.random.default_rng(seed)

    def sample(self, kind, size):
        return getattr(self.rng, kind)(size=size)

    def compute(self, specs):
        for spec in specs:
            name, _, size = spec.partition(":")
            print(getattr(self, name)(int(size)))

    def ones(self, size):
        return np.ones(size)


class Guarded:
    KINDS = ("real", "imag")

    def checked(self, kind):
        if kind not in self.KINDS:
            raise ValueError(kind)
        return getattr(3, kind)


s = Sampler(3)
s.sample("normal", 4)
Guarded().checked(open("kind").read())
s.compute(["ones:3"])
