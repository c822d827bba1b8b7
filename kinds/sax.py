import xml.sax
class H(xml.sax.ContentHandler):
    def startElement(self, name, attrs): print(name)
xml.sax.parseString(b"<a/>", H())
xml.sax.parse("a.xml", H())
