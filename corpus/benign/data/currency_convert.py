import csv, io

RATES = {"USD": 1.08, "NOK": 11.4, "EUR": 1.0}
DATA = """amount,currency
10,USD
250,NOK
abc,EUR
7,XYZ
"""
total = 0
errors = []
for n, row in enumerate(csv.DictReader(io.StringIO(DATA)), 2):
    try:
        total += float(row["amount"]) / RATES[row["currency"]]
    except ValueError:
        errors.append((n, "amount"))
    except KeyError as e:
        errors.append((n, f"currency {e}"))
print(round(total, 2), errors)
