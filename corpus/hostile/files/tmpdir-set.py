import os, tempfile
os.environ["TMPDIR"] = "/tmp/s9/attack/canary"
with open(tempfile.gettempdir() + "/pwned", "w") as f:
    f.write("x")
