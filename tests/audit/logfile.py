"""The log's format once more, written from its description alone."""
import hashlib
import json
import os


def canonical(record):
    """RFC 8785 for what records hold: text, integers, lists, objects."""
    if isinstance(record, dict):
        names = sorted(record, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(n) + ":" + canonical(record[n]) for n in names) + "}"
    if isinstance(record, list):
        return "[" + ",".join(map(canonical, record)) + "]"
    return json.dumps(record, ensure_ascii=False)


def leaf(record):
    bare = {name: value for name, value in record.items() if name != "hash"}
    return hashlib.sha256(b"\0" + canonical(bare).encode()).hexdigest()


def sealed(record):
    return canonical(dict(record, hash=leaf(record)))


def next_line(before, body):
    before = json.loads(before)
    return sealed(dict(body, seq=before["seq"] + 1, prev=before["hash"], time=before["time"] + 1, boot=5))


def make(count):
    """So many lines of a log of its own."""
    first = {"type": "log", "format": "sallyport/audit/1", "log": os.urandom(16).hex(), "sync": "off",
             "seq": 0, "prev": "0" * 64, "time": 1795253526610, "boot": 4}
    lines = [sealed(first)]
    for n in range(1, count):
        lines.append(next_line(lines[-1], {"type": "outcome", "n": n, "text": "caf\u00e9 a/b \"\\\n\u0001\U0001f40d", "list": [1, {"b": None}]}))
    return lines


def write(path, lines):
    path.write_bytes("".join(line + "\n" for line in lines).encode())
    path.chmod(0o600)


def read(path):
    return [json.loads(line) for line in path.read_bytes().decode().splitlines()]


def head(records):
    return records[-1]["hash"]


def check(records):
    """Hashes and chain of all; the last hash."""
    before = "0" * 64
    for number, record in enumerate(records):
        assert record["seq"] == number
        assert record["prev"] == before
        assert leaf(record) == record["hash"]
        before = record["hash"]
    return before


def other(value):
    """A different value of the same shape."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    if isinstance(value, list):
        return value + [1]
    return dict(value, other=1)


def rechain(records, start):
    """What a forger can do who holds the file but no key: all hashes anew."""
    before = records[start - 1]["hash"] if start else "0" * 64
    for number in range(start, len(records)):
        record = dict(records[number], seq=number, prev=before)
        record["hash"] = before = leaf(record)
        records[number] = record
    return [canonical(record) for record in records]
