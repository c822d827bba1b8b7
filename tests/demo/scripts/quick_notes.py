"""Print the notes that the configuration points to."""
import json

with open("config.json", encoding="utf-8") as source:
    config = json.load(source)

print("#", config["title"])
with open(config["notes"], encoding="utf-8") as notes:
    for line in notes:
        print("-", line.strip())
