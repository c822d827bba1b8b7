STATES = ["sunny", "rainy"]
P = [[0.9, 0.1], [0.5, 0.5]]

def multiply(v, m):
    return [sum(v[i] * m[i][j] for i in range(len(v))) for j in range(len(m[0]))]

v = [1.0, 0.0]
for day in range(1, 51):
    v = multiply(v, P)
    if day in (1, 2, 5, 50):
        print(day, dict(zip(STATES, (round(x, 4) for x in v))))
