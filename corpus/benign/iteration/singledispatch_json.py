from functools import singledispatch
from datetime import date
from decimal import Decimal
import json

@singledispatch
def to_plain(value):
    raise TypeError(f"cannot convert {type(value).__name__}")

@to_plain.register
def _(value: date):
    return value.isoformat()

@to_plain.register(Decimal)
def _(value):
    return float(value)

@to_plain.register(set)
def _(value):
    return sorted(value)

print(json.dumps({"d": date(2024, 1, 2), "m": Decimal("1.5"), "s": {3, 1}}, default=to_plain))
