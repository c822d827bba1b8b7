"""Write a file so that nobody sees half of it."""
import json
import os
import tempfile


def save(path, data):
    folder = os.path.dirname(path) or "."
    fd, name = tempfile.mkstemp(dir=folder, suffix=".tmp")
    try:
        with os.fdopen(fd, "w") as f:
            json.dump(data, f, indent=2)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


save("settings.json", {"width": 80, "colour": True})
with open("settings.json") as f:
    print(json.load(f)["width"])
