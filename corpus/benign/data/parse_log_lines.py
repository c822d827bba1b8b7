import re
from collections import Counter

LINES = [
    '10.0.0.1 - [01/Mar/2024] "GET /index.html" 200 512',
    '10.0.0.2 - [01/Mar/2024] "POST /login" 403 87',
    '10.0.0.1 - [02/Mar/2024] "GET /missing" 404 0',
    'garbage line',
]
PATTERN = re.compile(r'^(?P<ip>\S+) - \[(?P<day>[^\]]+)\] "(?P<verb>\w+) (?P<path>\S+)" (?P<code>\d{3}) (?P<size>\d+)$')
codes, sizes = Counter(), 0
for line in LINES:
    m = PATTERN.match(line)
    if not m:
        print("cannot parse:", line)
        continue
    codes[m.group("code")] += 1
    sizes += int(m["size"])
print(dict(codes), sizes)
