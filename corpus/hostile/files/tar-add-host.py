import tarfile
with tarfile.open("o.tgz", "w:gz") as t:
    t.add("/etc")
