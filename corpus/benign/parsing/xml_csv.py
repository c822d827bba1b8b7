import csv
import sys
import json
import html
import xml.etree.ElementTree as ET
from xml.dom import minidom
root = ET.Element("catalog", version="1")
for i, t in enumerate(["A & B", "C"]):
    b = ET.SubElement(root, "book", id=str(i))
    ET.SubElement(b, "title").text = t
ET.indent(root) if hasattr(ET, "indent") else None
ET.ElementTree(root).write("c.xml", encoding="utf-8", xml_declaration=True)
tree = ET.parse("c.xml")
rows = [{"id": b.get("id"), "title": b.findtext("title")} for b in tree.getroot().iterfind("./book")]
with open("c.csv", "w", newline="") as f:
    w = csv.DictWriter(f, ["id", "title"], quoting=csv.QUOTE_ALL); w.writeheader(); w.writerows(rows)
with open("c.csv", newline="") as f:
    dialect = csv.Sniffer().sniff(f.read(100)); f.seek(0)
    print([dict(r) for r in csv.DictReader(f, dialect=dialect)])
print(minidom.parseString(ET.tostring(root)).toprettyxml(indent=" ")[:30], html.escape("<a>"), html.unescape("&amp;"))
json.dump(rows, sys.stdout, ensure_ascii=False, separators=(",", ":")); print()
csv.writer(sys.stdout).writerow(["x", "y,z"])
