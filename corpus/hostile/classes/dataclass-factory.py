from dataclasses import dataclass, field

@dataclass
class Job:
    text: object = field(default_factory=breakpoint)

Job()
