"""Analyse a web server log and print the top addresses.

This script demonstrates:
1. Reading a file line by line
2. Regular expressions
3. Aggregation with Counter
"""
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Dict, Iterable, NamedTuple, Optional


class Entry(NamedTuple):
    ip: str
    status: int
    size: int


LINE = re.compile(r'^(\S+) \S+ \S+ \[[^\]]*\] "[^"]*" (\d{3}) (\d+|-)$')


def parse_line(line: str) -> Optional[Entry]:
    """Parse one line; None if it is malformed."""
    match = LINE.match(line.strip())
    if match is None:
        return None
    ip, status, size = match.groups()
    return Entry(ip, int(status), 0 if size == "-" else int(size))


def analyse(lines: Iterable[str]) -> Dict[str, Counter]:
    """Aggregate entries."""
    by_ip: Counter = Counter()
    by_status: Counter = Counter()
    bad = 0
    for line in lines:
        entry = parse_line(line)
        if entry is None:
            bad += 1
            continue
        by_ip[entry.ip] += entry.size
        by_status[entry.status] += 1
    return {"ip": by_ip, "status": by_status, "bad": Counter(lines=bad)}


def create_sample(path: Path) -> None:
    """Write a sample log file for demonstration purposes."""
    rows = [f'10.0.0.{i % 3} - - [x] "GET /{i}" {200 if i % 4 else 404} {i * 100}' for i in range(12)]
    path.write_text("\n".join(rows + ["broken"]))


def main() -> int:
    path = Path("access.log")
    try:
        create_sample(path)
        with path.open() as handle:
            stats = analyse(handle)
    except OSError as exc:
        print(f"cannot read {path}: {exc}", file=sys.stderr)
        return 1
    for ip, size in stats["ip"].most_common(3):
        print(f"{ip:<12} {size:>8,} bytes")
    print(dict(stats["status"]), stats["bad"]["lines"], "bad")
    return 0


if __name__ == "__main__":
    sys.exit(main())
