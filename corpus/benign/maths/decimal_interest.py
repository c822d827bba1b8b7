from decimal import Decimal, ROUND_HALF_UP, getcontext

getcontext().prec = 28
CENT = Decimal("0.01")

def grow(start, rate, years):
    balance = Decimal(start)
    for year in range(1, years + 1):
        balance = (balance * (1 + Decimal(rate))).quantize(CENT, rounding=ROUND_HALF_UP)
        yield year, balance

for year, balance in grow("1000.00", "0.035", 5):
    print(f"{year}: {balance:>10}")
print(Decimal("0.1") + Decimal("0.2") == Decimal("0.3"), 0.1 + 0.2 == 0.3)
