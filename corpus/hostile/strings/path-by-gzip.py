import gzip, io
b = io.BytesIO()
with gzip.open(b, "wt") as f: f.write("/etc")
b.seek(0)
print(open(gzip.open(b, "rt").read() + "/hostname").read())
