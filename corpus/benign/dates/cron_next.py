from datetime import datetime, timedelta

def field(text, low, high):
    if text == "*":
        return set(range(low, high + 1))
    out = set()
    for part in text.split(","):
        if part.startswith("*/"):
            out |= set(range(low, high + 1, int(part[2:])))
        elif "-" in part:
            a, b = map(int, part.split("-"))
            out |= set(range(a, b + 1))
        else:
            out.add(int(part))
    return out

def next_run(expression, now):
    minute, hour, day, month, weekday = expression.split()
    sets = [field(minute, 0, 59), field(hour, 0, 23), field(day, 1, 31), field(month, 1, 12), field(weekday, 0, 6)]
    t = now.replace(second=0, microsecond=0) + timedelta(minutes=1)
    while not all(v in s for v, s in zip((t.minute, t.hour, t.day, t.month, t.isoweekday() % 7), sets)):
        t += timedelta(minutes=1)
    return t

print(next_run("*/15 9-17 * * 1-5", datetime(2024, 6, 7, 17, 50)))
