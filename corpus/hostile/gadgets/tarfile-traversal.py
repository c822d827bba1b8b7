import tarfile

with tarfile.open("in.tar") as t:
    t.extractall("/")
