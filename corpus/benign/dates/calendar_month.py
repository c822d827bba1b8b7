import calendar

print(calendar.month(2024, 2))
print(calendar.isleap(2024), calendar.monthrange(2023, 2))
fridays = [week[calendar.FRIDAY] for week in calendar.monthcalendar(2024, 9) if week[calendar.FRIDAY]]
print(fridays)
def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * l) // 433
    month = (h + l - 7 * m + 90) // 25
    return month, (h + l - 7 * m + 33 * month + 19) % 32
print([easter(y) for y in (2023, 2024, 2025)])
