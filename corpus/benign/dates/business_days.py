from datetime import date, timedelta

HOLIDAYS = {date(2024, 5, 1), date(2024, 5, 17)}

def business_days(start: date, end: date):
    day = start
    while day <= end:
        if day.weekday() < 5 and day not in HOLIDAYS:
            yield day
        day += timedelta(days=1)

days = list(business_days(date(2024, 5, 1), date(2024, 5, 31)))
print(len(days), days[0], days[-1])
