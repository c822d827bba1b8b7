import xml.etree.ElementTree as e

try:
    tree = e.parse("x")
    print(tree.getroot().tag)
except FileNotFoundError:
    print("no file")
