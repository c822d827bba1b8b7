from lxml import etree
etree.parse("http://x.org/a.xml")
