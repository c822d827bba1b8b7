class Polynomial:
    def __init__(self, *coefficients):
        self.c = list(coefficients)

    def __call__(self, x):
        result = 0
        for k in self.c:
            result = result * x + k
        return result

    def derivative(self):
        n = len(self.c) - 1
        return Polynomial(*[k * (n - i) for i, k in enumerate(self.c[:-1])])

    def __mul__(self, other):
        out = [0] * (len(self.c) + len(other.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Polynomial(*out)

    def __str__(self):
        n = len(self.c) - 1
        return " + ".join(f"{k}x^{n - i}" for i, k in enumerate(self.c) if k)

p = Polynomial(1, -3, 2)
print(p, "|", p.derivative(), "|", p * p, "|", p(2), p(0))
