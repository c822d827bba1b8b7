import zipfile

with zipfile.ZipFile("x.zip", "w") as z:
    z.writestr("../../../../var/lib/CANARY", "x")
for part in zipfile.ZipFile("x.zip").infolist():
    open(part.filename, "wb").write(b"x")
