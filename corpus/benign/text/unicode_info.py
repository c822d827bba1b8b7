import unicodedata

for ch in "aé€😀ß":
    print(f"U+{ord(ch):04X} {unicodedata.name(ch)} {unicodedata.category(ch)} {ch.encode('utf-8').hex()}")
print("straße".casefold() == "STRASSE".casefold())
print(len("e\u0301"), len(unicodedata.normalize("NFC", "e\u0301")))
print("ÀÉ".lower(), "ǆ".title(), "Ⅷ".isnumeric())
