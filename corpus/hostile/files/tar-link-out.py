import tarfile
with tarfile.open("a.tar", "w") as t:
    i = tarfile.TarInfo("link")
    i.type = b"2"
    i.linkname = "/" + "/".join(["etc", "hostname"])
    t.addfile(i)
tarfile.open("a.tar").extractall(".")
print(open("link").read())
