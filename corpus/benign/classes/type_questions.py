"""Which of a class's members are functions, and what do records hold?"""
from dataclasses import dataclass
from types import FunctionType


@dataclass
class Reading:
    sensor: str
    value: float


class Converter:
    factor = 1.8

    def to_fahrenheit(self, c):
        return c * self.factor + 32

    def to_celsius(self, f):
        return (f - 32) / self.factor


def describe(value):
    if isinstance(value, FunctionType):
        return "function " + value.__name__
    if isinstance(value, (int, float)):
        return f"number {value}"
    return type(value).__name__


readings = [Reading("a", 20.5), Reading("b", 22.0)]
for reading in readings:
    print(", ".join(f"{k}={v}" for k, v in vars(reading).items()))
converter = Converter()
print(describe(Converter.to_celsius), describe(converter.factor), describe([]))
print(round(converter.to_fahrenheit(readings[0].value), 1))
