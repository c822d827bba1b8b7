import numpy as np

def sir(n=1000, infected=1, beta=0.3, gamma=0.1, days=120):
    s, i, r = n - infected, infected, 0
    out = []
    for _ in range(days):
        new = beta * s * i / n
        well = gamma * i
        s, i, r = s - new, i + new - well, r + well
        out.append((s, i, r))
    return np.array(out)

h = sir()
peak = h[:, 1].argmax()
print("peak day", peak, "infected", int(h[peak, 1]), "total", int(h[-1, 2]))
