def h(n):
    if n: h(n - 1); h(n - 1)
h(100)
