import zipfile

with zipfile.ZipFile("in.zip") as z:
    z.extractall("/usr/local/bin")
