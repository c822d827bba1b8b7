from dataclasses import dataclass, field, asdict, replace
from typing import ClassVar


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0
    patch: int = 0
    scheme: ClassVar[str] = "semver"

    @classmethod
    def parse(cls, text: str) -> "Version":
        return cls(*map(int, text.split(".")))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


@dataclass
class Package:
    name: str
    version: Version
    tags: list = field(default_factory=list)

    def __post_init__(self):
        self.name = self.name.lower()


p = Package("Tool", Version.parse("1.10.2"))
newer = replace(p, version=Version(2))
print(p.version < newer.version, asdict(p), newer, str(max(Version.parse(v) for v in ("1.2", "1.10", "1.9.9"))))
