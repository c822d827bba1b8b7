from lxml import etree
etree.parse("a.xml", etree.XMLParser(remove_blank_text=True))
