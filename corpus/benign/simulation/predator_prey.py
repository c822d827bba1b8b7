def simulate(prey, predators, steps, dt=0.01):
    a, b, c, d = 1.1, 0.4, 0.4, 0.1
    history = []
    for i in range(steps):
        dp = (a * prey - b * prey * predators) * dt
        dq = (d * prey * predators - c * predators) * dt
        prey, predators = prey + dp, predators + dq
        if i % 500 == 0:
            history.append((i * dt, prey, predators))
    return history

for t, x, y in simulate(10, 10, 5000):
    print(f"{t:6.1f} {x:8.3f} {y:8.3f}")
