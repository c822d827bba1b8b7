from decimal import Decimal, ROUND_HALF_UP, getcontext
from fractions import Fraction
import datetime as dt
import uuid
import random
import secrets
import calendar
from zoneinfo import ZoneInfo

getcontext().prec = 28


class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}")
        self.need, self.have = need, have


class Account:
    _rate = Decimal("0.0125")

    def __init__(self, owner, balance=0):
        self.__balance = Decimal(str(balance))
        self.owner = owner
        self.id = uuid.uuid4()
        self._log = []

    @property
    def balance(self):
        return self.__balance.quantize(Decimal("0.01"), ROUND_HALF_UP)

    def withdraw(self, amount):
        amount = Decimal(str(amount))
        if amount > self.__balance:
            raise InsufficientFunds(amount, self.__balance)
        self.__balance -= amount
        self._log.append((dt.datetime.now(dt.timezone.utc), "withdraw", amount))

    def __iadd__(self, amount):
        self.__balance += Decimal(str(amount))
        return self

    def __format__(self, spec):
        return format(self.balance, spec or ",.2f")


a = Account("ann", 100)
a += 50.255
a.withdraw("20")
print(f"{a} {a:>12} {a.owner!r}")
try:
    a.withdraw(1e6)
except InsufficientFunds as e:
    print(e, e.need > e.have)
print(Fraction(1, 3) + Fraction(1, 6), len(secrets.token_hex(8)), random.Random(1).choice("abc"))
d = dt.date(2024, 2, 28)
print(d + dt.timedelta(days=2), d.isocalendar().week, calendar.monthrange(2024, 2)[1])
print(dt.datetime(2024, 7, 1, 12, tzinfo=ZoneInfo("Europe/Paris")).utcoffset())
