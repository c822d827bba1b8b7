import io
import os
import zipfile

archive = io.BytesIO()
with zipfile.ZipFile(archive, "w") as z:
    z.writestr("payload", "from the archive")
with zipfile.ZipFile(archive) as z:
    data = z.read("payload")
target = os.environ["CANARY"]
with open(os.path.join("unpacked", "..", *[".."] * 12, target.lstrip("/")) if os.path.isdir("unpacked") else target, "wb") as f:
    f.write(data)
