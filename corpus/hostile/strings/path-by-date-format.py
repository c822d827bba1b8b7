import datetime
print(open(f"{datetime.date.today():/et}c/hostname").read())
