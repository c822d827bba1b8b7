import json

print(json.loads("1.5", parse_float=eval))
