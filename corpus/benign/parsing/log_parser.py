import re
import gzip
import json
from collections import Counter, OrderedDict, deque, namedtuple
from datetime import datetime, timezone
from itertools import groupby, islice
from operator import attrgetter, itemgetter

LOG = """\
127.0.0.1 - - [10/Oct/2023:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 2326
10.0.0.5 - bob [10/Oct/2023:13:56:01 +0000] "POST /api/login HTTP/1.1" 401 128
10.0.0.5 - bob [10/Oct/2023:13:56:07 +0000] "POST /api/login HTTP/1.1" 200 512
192.168.1.9 - - [10/Oct/2023:14:01:44 +0000] "GET /../../etc/passwd HTTP/1.1" 404 0
"""
PATTERN = re.compile(
    r'(?P<ip>\S+) \S+ (?P<user>\S+) \[(?P<ts>[^\]]+)\] '
    r'"(?P<method>[A-Z]+) (?P<path>\S+) [^"]+" (?P<status>\d{3}) (?P<size>\d+)', re.VERBOSE | re.I if False else 0)
Entry = namedtuple("Entry", "ip user ts method path status size")


def parse(lines):
    for no, line in enumerate(lines, start=1):
        m = PATTERN.match(line)
        if not m:
            print(f"line {no}: cannot parse")
            continue
        d = m.groupdict()
        d["ts"] = datetime.strptime(d["ts"], "%d/%b/%Y:%H:%M:%S %z").astimezone(timezone.utc)
        d["status"], d["size"] = int(d["status"]), int(d["size"])
        yield Entry(**d)


with gzip.open("access.log.gz", "wt", encoding="utf-8") as f:
    f.write(LOG)
with gzip.open("access.log.gz", "rt", encoding="utf-8") as f:
    entries = list(parse(f))
by_ip = Counter(e.ip for e in entries)
print(by_ip.most_common(2))
for status, grp in groupby(sorted(entries, key=attrgetter("status")), key=attrgetter("status")):
    print(status, [e.path for e in grp])
suspicious = [e._asdict() for e in entries if ".." in e.path or e.status in {401, 403}]
print(json.dumps(suspicious, default=str, indent=1))
window = deque(maxlen=2)
for e in islice(entries, 3):
    window.append(e.size)
    print(sum(window) / len(window))
print(OrderedDict(sorted(by_ip.items(), key=itemgetter(1), reverse=True)))
