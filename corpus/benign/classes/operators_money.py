from functools import total_ordering
from decimal import Decimal


@total_ordering
class Money:
    def __init__(self, amount, currency="EUR"):
        self.amount, self.currency = Decimal(str(amount)), currency

    def _check(self, other):
        if self.currency != other.currency:
            raise TypeError("different currencies")

    def __add__(self, other):
        if other == 0:
            return self
        self._check(other)
        return Money(self.amount + other.amount, self.currency)

    __radd__ = __add__

    def __neg__(self):
        return Money(-self.amount, self.currency)

    def __mul__(self, k):
        return Money(self.amount * Decimal(str(k)), self.currency)

    def __eq__(self, other):
        return isinstance(other, Money) and (self.amount, self.currency) == (other.amount, other.currency)

    def __lt__(self, other):
        self._check(other)
        return self.amount < other.amount

    def __hash__(self):
        return hash((self.amount, self.currency))

    def __repr__(self):
        return f"{self.amount:.2f} {self.currency}"

    def __bool__(self):
        return self.amount != 0


prices = [Money(2.5), Money(10), Money("0.99")]
print(sum(prices), max(prices), sorted(prices), -prices[0] * 2, len({Money(1), Money(1)}), bool(Money(0)))
