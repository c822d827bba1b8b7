import json

events = [{"id": i, "kind": "click" if i % 2 else "view"} for i in range(6)]
with open("events.jsonl", "w") as out:
    for e in events:
        out.write(json.dumps(e, separators=(",", ":")) + "\n")
clicks = 0
with open("events.jsonl") as f:
    for number, line in enumerate(f, start=1):
        try:
            clicks += json.loads(line)["kind"] == "click"
        except json.JSONDecodeError as error:
            print("line", number, error.msg)
print(clicks)
try:
    json.loads("{bad}")
except json.JSONDecodeError as error:
    print(error.lineno, error.colno)
