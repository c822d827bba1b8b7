"""Count the answers in a server's log by what their codes mean."""
from collections import Counter
from http import HTTPStatus

LOG = """GET / 200
GET /missing 404
POST /form 302
GET / 200
"""
counts = Counter(int(line.rsplit(" ", 1)[1]) for line in LOG.splitlines())
for code, n in counts.most_common():
    print(n, code, HTTPStatus(code).phrase)
