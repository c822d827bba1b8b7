import os, tempfile
os.environ["TMPDIR"] = "/srv/canary"
with open(tempfile.gettempdir() + "/pwned", "w") as f:
    f.write("x")
