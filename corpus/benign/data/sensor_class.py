from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean, pstdev


@dataclass
class Sensor:
    name: str
    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> None:
        self.values.append(value)

    def __len__(self) -> int:
        return len(self.values)

    def summary(self) -> str:
        if not self.values:
            return f"{self.name}: no data"
        return f"{self.name}: n={len(self)} mean={mean(self.values):.2f} sd={pstdev(self.values):.2f}"


sensors = {n: Sensor(n) for n in ("roof", "cellar")}
for i in range(10):
    sensors["roof"].add(20 + i * 0.5)
print(*(s.summary() for s in sensors.values()), sep="\n")
