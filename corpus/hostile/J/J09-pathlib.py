import pathlib

text = pathlib.Path("/etc/passwd").read_text()
print(len(text))
