import heapq
import itertools
from dataclasses import dataclass, field
from typing import Any


@dataclass(order=True)
class Task:
    priority: int
    order: int
    name: Any = field(compare=False)


counter = itertools.count()
heap = []
for p, n in [(3, "sleep"), (1, "eat"), (2, "code"), (1, "drink")]:
    heapq.heappush(heap, Task(p, next(counter), n))
while heap:
    t = heapq.heappop(heap)
    print(t.priority, t.name)
