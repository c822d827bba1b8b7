import json as j

print(j.dumps([1, 2]))
