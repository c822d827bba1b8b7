import csv
import sys
import xml.etree.ElementTree as ET

XML = """<catalog>
  <book id="1"><title>Dune</title><price>9.5</price></book>
  <book id="2"><title>Emma</title><price>7.25</price></book>
</catalog>"""

root = ET.fromstring(XML)
writer = csv.writer(sys.stdout)
writer.writerow(["id", "title", "price"])
for book in root.iter("book"):
    writer.writerow([book.get("id"), book.findtext("title"), float(book.find("price").text)])
