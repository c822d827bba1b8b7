def monthly_payment(principal, annual_rate, years):
    r = annual_rate / 12
    n = years * 12
    if r == 0:
        return principal / n
    return principal * r * (1 + r) ** n / ((1 + r) ** n - 1)

def schedule(principal, rate, years):
    pay = monthly_payment(principal, rate, years)
    balance = principal
    month = 0
    while balance > 0.005:
        month += 1
        interest = balance * rate / 12
        balance -= pay - interest
        yield month, interest, max(balance, 0)

p = monthly_payment(200_000, 0.045, 25)
print(f"payment: {p:,.2f}")
rows = list(schedule(200_000, 0.045, 25))
print(len(rows), f"{sum(i for _, i, _ in rows):,.2f}")
