import xml.etree.ElementTree as ET

root = ET.Element("library")
for i, title in enumerate(["Dune", "Emma & Co"]):
    book = ET.SubElement(root, "book", id=str(i))
    ET.SubElement(book, "title").text = title
tree = ET.ElementTree(root)
tree.write("library.xml", encoding="utf-8", xml_declaration=True)
for b in ET.parse("library.xml").getroot().findall("./book"):
    print(b.attrib["id"], b.find("title").text)
print(ET.tostring(root, encoding="unicode"))
