"""XML that is read from and written to memory, and to standard output."""
import io
import sys
import xml.etree.ElementTree as ET

source = io.StringIO("<list><item n='1'>one</item><item n='2'>two</item></list>")
tree = ET.parse(source)
root = tree.getroot()
for item in root.iter("item"):
    item.set("length", str(len(item.text)))
out = io.BytesIO()
tree.write(out, encoding="utf-8", xml_declaration=True)
print(len(out.getvalue()), "bytes")
for event, element in ET.iterparse(io.BytesIO(out.getvalue())):
    print(event, element.tag, element.attrib)
tree.write(sys.stdout, encoding="unicode")
print()
