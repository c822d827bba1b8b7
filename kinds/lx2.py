from lxml import etree
p = etree.XMLParser(no_network=False)
