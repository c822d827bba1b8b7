def newton(f, df, x, tol=1e-10, max_iter=50):
    for i in range(max_iter):
        step = f(x) / df(x)
        x -= step
        if abs(step) < tol:
            return x, i + 1
    raise RuntimeError("did not converge")

def bisect(f, lo, hi, tol=1e-9):
    while hi - lo > tol:
        mid = (lo + hi) / 2
        if f(lo) * f(mid) <= 0:
            hi = mid
        else:
            lo = mid
    return (lo + hi) / 2

print(newton(lambda x: x * x - 2, lambda x: 2 * x, 1.0))
print(round(bisect(lambda x: x ** 3 - x - 2, 1, 2), 6))
