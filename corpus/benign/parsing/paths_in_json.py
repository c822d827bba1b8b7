"""What a program would read: lists of paths, written as data."""
import json
from json import dump

LIBRARIES = ["/usr/lib", "/opt/tool/lib", "~/lib"]

with open("libraries.json", "w") as out:
    json.dump(LIBRARIES, out)
with open("roots.json", "w") as out:
    dump(["/srv", "/home"], out)
with open("libraries.json") as source:
    print(len(json.load(source)))
