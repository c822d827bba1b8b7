import pandas as pd

LAYOUT = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:out="http://exslt.org/common" extension-element-prefixes="out">
  <xsl:template match="/">
    <out:document href="../notes.txt" method="text">left here</out:document>
    <xsl:copy-of select="."/>
  </xsl:template>
</xsl:stylesheet>"""

pd.DataFrame({"a": [1, 2]}).to_xml("table.xml", stylesheet=LAYOUT)
