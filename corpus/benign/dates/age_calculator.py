from datetime import date, datetime, timedelta

def age(born, today):
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))

print(age(date(1990, 6, 15), date(2024, 6, 14)), age(date(1990, 6, 15), date(2024, 6, 15)))
d = datetime.strptime("2024-02-28 23:30", "%Y-%m-%d %H:%M")
print((d + timedelta(hours=1)).isoformat(), d.strftime("%A %d %B %Y"), d.weekday())
print((date(2024, 12, 25) - date(2024, 3, 1)).days, timedelta(days=1.5).total_seconds())
print(isinstance(datetime.now(), datetime))
