def make_counter(start=0):
    n = start

    def bump(by=1):
        nonlocal n
        n += by
        return n
    return bump

def compose(*fs):
    def run(x):
        for f in reversed(fs):
            x = f(x)
        return x
    return run

a, b = make_counter(), make_counter(100)
print(a(), a(), b(5), a(10))
print(compose(str, abs, lambda v: v - 10)(3))
adders = [lambda x, k=k: x + k for k in range(3)]
print([f(10) for f in adders])
