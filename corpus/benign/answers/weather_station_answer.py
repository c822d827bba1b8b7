"""Object-oriented simulation of a weather station.

The example shows abstract base classes, properties, enumerations,
dataclasses and custom exceptions working together.
"""
from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Callable, Dict, List


class Unit(str, Enum):
    """Units a sensor can report in."""

    CELSIUS = "°C"
    PERCENT = "%"


class SensorError(RuntimeError):
    """A sensor could not deliver a reading."""


@dataclass(frozen=True)
class Reading:
    """One measured value."""

    at: datetime
    value: float
    unit: Unit

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.value:.1f} {self.unit.value}"


class Sensor(ABC):
    """Base class of sensors."""

    unit: Unit

    def __init__(self, name: str, rng: random.Random) -> None:
        self.name = name
        self._rng = rng

    @abstractmethod
    def _measure(self) -> float:
        """Return a raw value."""

    def read(self, at: datetime) -> Reading:
        if self._rng.random() < 0.1:
            raise SensorError(f"{self.name} did not answer")
        return Reading(at, self._measure(), self.unit)


class Thermometer(Sensor):
    unit = Unit.CELSIUS

    def _measure(self) -> float:
        return self._rng.gauss(18, 3)


class Hygrometer(Sensor):
    unit = Unit.PERCENT

    def _measure(self) -> float:
        return min(100.0, max(0.0, self._rng.gauss(60, 10)))


@dataclass
class Station:
    """Collects readings and calls listeners."""

    sensors: List[Sensor]
    readings: Dict[str, List[Reading]] = field(default_factory=dict)
    listeners: List[Callable[[str, Reading], None]] = field(default_factory=list)
    failures: int = 0

    def tick(self, at: datetime) -> None:
        for sensor in self.sensors:
            try:
                reading = sensor.read(at)
            except SensorError as error:
                self.failures += 1
                print("warning:", error)
                continue
            self.readings.setdefault(sensor.name, []).append(reading)
            for listener in self.listeners:
                listener(sensor.name, reading)

    def average(self, name: str) -> float:
        values = [r.value for r in self.readings[name]]
        return sum(values) / len(values)


def main() -> None:
    rng = random.Random(12)
    station = Station([Thermometer("roof", rng), Hygrometer("garden", rng)])
    station.listeners.append(lambda name, r: print(name, r) if r.value > 70 else None)
    start = datetime(2024, 5, 1, 6)
    for hour in range(12):
        station.tick(start + timedelta(hours=hour))
    for name in station.readings:
        print(f"{name}: average {station.average(name):.2f}")
    print("failures:", station.failures)


if __name__ == "__main__":
    main()
