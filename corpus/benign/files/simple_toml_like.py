import tomllib

TEXT = """
title = "demo"
[owner]
name = "Ann"
ports = [8000, 8001]
"""
data = tomllib.loads(TEXT)
print(data["owner"]["ports"], data["title"])

def dump(d, prefix=""):
    for k, v in d.items():
        if isinstance(v, dict):
            yield f"[{prefix}{k}]"
            yield from dump(v, prefix + k + ".")
        else:
            yield f"{k} = {v!r}"

print("\n".join(dump(data)))
