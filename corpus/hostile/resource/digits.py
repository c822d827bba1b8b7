import decimal
decimal.getcontext().prec = 10**9
decimal.Decimal(1) / 3
