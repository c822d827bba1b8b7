import xml.etree.ElementTree as ET

lines = ['<!ENTITY a "aaaaaaaaaa">']
for this, last in zip("bcdefgh", "abcdefg"):
    lines.append(f'<!ENTITY {this} "' + f"&{last};" * 10 + '">')
text = "<!DOCTYPE r [" + "".join(lines) + "]><r>&h;</r>"
print(len(ET.fromstring(text).text))
