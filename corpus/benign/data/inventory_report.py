"""Here is a script that reads an inventory file and prints what to reorder."""
import csv
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, List


@dataclass
class Item:
    sku: str
    stock: int
    minimum: int

    @property
    def missing(self) -> int:
        return max(0, self.minimum - self.stock)


def read_items(path: Path) -> Iterator[Item]:
    """Yield one item for each row of the file."""
    with path.open(newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            try:
                yield Item(row["sku"], int(row["stock"]), int(row["minimum"]))
            except (KeyError, ValueError) as error:
                print(f"skipping bad row {row}: {error}", file=sys.stderr)


def write_example(path: Path) -> None:
    path.write_text("sku,stock,minimum\nA1,5,10\nB2,40,20\nC3,x,1\nD4,0,3\n", encoding="utf-8")


def main() -> int:
    path = Path("inventory.csv")
    write_example(path)
    items: List[Item] = list(read_items(path))
    for item in sorted(items, key=lambda i: i.missing, reverse=True):
        if item.missing:
            print(f"reorder {item.missing:>3} of {item.sku}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
