import json
x = ["lol"]
for _ in range(30):
    x = [x] * 10
print(json.dumps(x))
