import zipfile
print(zipfile.Path("/root/x.zip").joinpath("a").read_text())
