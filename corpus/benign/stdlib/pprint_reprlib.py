import pprint
import reprlib

data = {"users": [{"id": i, "tags": ["a"] * i} for i in range(4)], "meta": {"k": "v" * 30}}
pprint.pprint(data, width=60)
print(reprlib.repr(list(range(1000))))
print(pprint.pformat([1, 2]))
