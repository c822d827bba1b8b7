import json
import os

class Store:
    """A tiny key-value store in one JSON file."""

    def __init__(self, path):
        self.path = path
        self.data = {}
        if os.path.exists(path):
            with open(path) as f:
                self.data = json.load(f)

    def set(self, key, value):
        self.data[key] = value
        temporary = self.path + ".tmp"
        with open(temporary, "w") as f:
            json.dump(self.data, f)
        os.replace(temporary, self.path)

    def get(self, key, default=None):
        return self.data.get(key, default)

s = Store("kv.json")
s.set("colour", "blue")
s.set("n", [1, 2])
print(Store("kv.json").get("n"), Store("kv.json").get("x", "none"))
