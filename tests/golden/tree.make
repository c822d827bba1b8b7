"""A tree of all that check takes, and of what it does not."""
import os


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


put("t/b.py", "eval('1')\n")
put("t/a.py", "print(1)\n")
put("t/B.PY", "eval('2')\n")
put("t/readme.txt", "eval('3')\n")
put("t/README.md", "# no code: nothing to judge\n")
put("t/.hidden/x.py", "eval('4')\n")
put("t/sub.py/y.py", "print(2)\n")
put("t/sub/answer.md", "```python\neval('5')\n```\n")
put("t/sub/nb.ipynb", '{"nbformat":4,"cells":[{"cell_type":"code","source":"eval(1)"}]}')
os.symlink("../b.py", "t/sub/inside.py")
os.symlink("../../t", "t/sub/up")
os.symlink("/etc/hostname", "t/outside.py")
