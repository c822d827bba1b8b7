import xml.etree.ElementTree as ET
try: ET.canonicalize(from_file="/etc/hostname")
except ET.ParseError: print(0)
