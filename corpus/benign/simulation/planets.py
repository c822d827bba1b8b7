import math

G = 6.674e-11

class Body:
    def __init__(self, name, mass, x, y, vx, vy):
        self.name, self.mass = name, mass
        self.x, self.y, self.vx, self.vy = x, y, vx, vy

    def attract(self, other, dt):
        dx, dy = other.x - self.x, other.y - self.y
        r = math.hypot(dx, dy)
        a = G * other.mass / r ** 2
        self.vx += a * dx / r * dt
        self.vy += a * dy / r * dt

    def move(self, dt):
        self.x += self.vx * dt
        self.y += self.vy * dt

sun = Body("sun", 1.989e30, 0, 0, 0, 0)
earth = Body("earth", 5.97e24, 1.496e11, 0, 0, 29780)
bodies = [sun, earth]
for day in range(365):
    for b in bodies:
        for o in bodies:
            if b is not o:
                b.attract(o, 86400)
    for b in bodies:
        b.move(86400)
print(round(math.hypot(earth.x, earth.y) / 1.496e11, 2), "AU")
