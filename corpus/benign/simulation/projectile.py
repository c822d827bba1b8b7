import math

def flight(speed, angle_deg, g=9.81, dt=0.01, drag=0.0):
    vx = speed * math.cos(math.radians(angle_deg))
    vy = speed * math.sin(math.radians(angle_deg))
    x = y = t = 0.0
    top = 0.0
    while y >= 0:
        v = math.hypot(vx, vy)
        vx -= drag * v * vx * dt
        vy -= (g + drag * v * vy) * dt
        x += vx * dt
        y += vy * dt
        top = max(top, y)
        t += dt
    return x, top, t

for angle in (15, 30, 45, 60, 75):
    x, top, t = flight(30, angle)
    print(f"{angle:3} deg: range {x:6.2f} m, height {top:6.2f} m, time {t:5.2f} s")
