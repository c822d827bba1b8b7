"""Submissions whose names attack a terminal, a log, a page, a workflow."""
import os
names = [b"<script>.py", b"a\nb.py", b"c\x1b[31md.py", b"\xff\xfe.py", "\u202egpj.py".encode(),
         b"a::error::x.py", b"100%0A.py", b"a,b:c.py", b"-rf.py", b"q\"'`.py", b" .py", b".py.py"]
os.mkdir("d")
for name in names:
    with open(b"d/" + name, "wb") as f:
        f.write(b"eval('1')\n")
